import type { QueryClient } from '@tanstack/react-query';

import { currentUserOptions } from '@/session/current-user';
import { hasEarlyAnswer } from '@shared/api/early-answers';
import { takeFirstData } from '@shared/app/first-data';
import { todayIn } from '@shared/format/calendar-day';
import { defaultZone } from '@shared/format/local-time';

import { walletsOptions } from '@/wallet/wallet-queries';
import { exportsOptions } from './export/export-queries';
import { orderListOptions } from './order-queries';
import { canLoad, listParams, maxSpanDays } from './order-rules';
import type { OrderSearch } from './order-search';

/** Starts loading the orders of a search before the page renders. Cached orders are left to the page to reload. */
export async function startOrders(queryClient: QueryClient, search: OrderSearch): Promise<void> {
  const user = queryClient.getQueryData(currentUserOptions().queryKey);
  const rule = { maxSpan: maxSpanDays, lastDay: todayIn(user?.Client.timeZone ?? defaultZone, new Date()) };
  const options = orderListOptions(listParams(search), true);
  if (!canLoad(search, rule) || queryClient.getQueryData(options.queryKey) !== undefined) return;
  const orders = () => queryClient.prefetchQuery(options);
  if (hasEarlyAnswer('/v1/orders/external')) await takeFirstData({ '/v1/orders/external': orders });
  else void orders();
}

/** Loads what the export tab asked for early. */
export async function startExports(queryClient: QueryClient): Promise<void> {
  await takeFirstData({
    '/dashboard/v1/deposits/client': () => queryClient.prefetchQuery(walletsOptions()),
    '/v1/orders/exports': () => queryClient.prefetchQuery(exportsOptions()),
  });
}
