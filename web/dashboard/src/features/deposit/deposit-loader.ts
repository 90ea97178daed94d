import type { QueryClient } from '@tanstack/react-query';

import { hasEarlyAnswer } from '@shared/api/early-answers';
import { todayIn } from '@shared/format/calendar-day';
import { defaultZone } from '@shared/format/local-time';

import { balancesOptions, historyOptions } from './deposit-queries';
import { historyParams, shownWallet } from './deposit-rules';
import { keepFirstWallet } from './first-wallet';

/** Loads the wallets, and the history of the one that the page shows first. */
export async function takeDeposit(queryClient: QueryClient): Promise<void> {
  const wallets = await queryClient.fetchQuery(balancesOptions());
  keepFirstWallet(wallets);
  const wallet = shownWallet({}, wallets);
  // Without a period in the address, the zone of the day doesn't matter.
  const params = historyParams({}, wallet, todayIn(defaultZone, new Date()));
  if (hasEarlyAnswer('/v1/depositevents')) await queryClient.prefetchQuery(historyOptions(params, true));
}
