import type { QueryClient } from '@tanstack/react-query';

import { currentUserOptions } from '@/session/current-user';
import { hasEarlyAnswer } from '@shared/api/early-answers';
import { todayIn } from '@shared/format/calendar-day';

import { balancesOptions } from '../deposit-queries';
import { keepFirstWallet } from '../first-wallet';
import { statementOptions } from './statement-queries';
import { shownMonth, walletOf } from './statement-rules';

/** Loads the wallets, and the statement that the page shows first. */
export async function takeStatement(queryClient: QueryClient): Promise<void> {
  const [wallets, user] = await Promise.all([
    queryClient.fetchQuery(balancesOptions()),
    queryClient.fetchQuery(currentUserOptions()),
  ]);
  keepFirstWallet(wallets);
  const depositType = walletOf({}, wallets);
  const month = shownMonth({}, todayIn(user.Client.timeZone, new Date()));
  if (depositType === undefined || !hasEarlyAnswer('/v1/depositevents/statement')) return;
  await queryClient.prefetchQuery(statementOptions({ depositType, month }));
}
