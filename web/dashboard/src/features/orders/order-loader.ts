import type { QueryClient } from '@tanstack/react-query';

import { currentUserOptions } from '@/session/current-user';
import { todayIn } from '@shared/format/calendar-day';
import { defaultZone } from '@shared/format/local-time';

import { orderListOptions } from './order-queries';
import { canLoad, listParams, maxSpanDays } from './order-rules';
import type { OrderSearch } from './order-search';

/** Starts loading the orders of a search before the page renders. Cached orders are left to the page to reload. */
export function startOrders(queryClient: QueryClient, search: OrderSearch): void {
  const user = queryClient.getQueryData(currentUserOptions().queryKey);
  const rule = { maxSpan: maxSpanDays, lastDay: todayIn(user?.Client.timeZone ?? defaultZone, new Date()) };
  const options = orderListOptions(listParams(search), true);
  if (!canLoad(search, rule) || queryClient.getQueryData(options.queryKey) !== undefined) return;
  void queryClient.prefetchQuery(options);
}
