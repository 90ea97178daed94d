import { firstDay, type Month, monthAfter, yearOf } from '@shared/format/calendar-month';
import { shortMonth, type FormatLanguage } from '@shared/format/month-names';
import { zonedMoment } from '@shared/format/zoned-moment';
import type { StatusTone } from '@shared/ui/status-pill';

import type { Counts, ListParams, ScheduledOrder, ScheduledStatus } from '../scheduled-order-queries';
import type { ScheduledSearch } from './scheduled-search';

/** Rows of a page of the list. */
export const ordersPerPage = 10;

/** The first month of the filter (docs/product/bill-payment.md#scheduled-orders). */
const firstMonth: Month = '2025-02';

/** The months of the filter, up to the current one. */
export function monthsUntil(current: Month): Month[] {
  const months: Month[] = [];
  for (let month = firstMonth; month <= current; month = monthAfter(month)) months.push(month);
  return months;
}

/** Formats a month as 'Jan 2025'. */
export function shortMonthName(month: Month, language: FormatLanguage): string {
  return `${shortMonth(Number(month.slice(-2)), language)} ${yearOf(month)}`;
}

/** The parameters of the call. A month is sent with its first and last moment in the client's zone. */
export function listParams(search: ScheduledSearch, zone: string): ListParams {
  const { month, operatorType, status, waitsFor, searchQuery, page = 1 } = search;
  const params: ListParams = {
    perPage: ordersPerPage,
    page,
    ...(operatorType !== undefined && { operatorType }),
    ...(status !== undefined && { status }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(searchQuery !== undefined && { searchQuery }),
  };
  if (month === undefined) return params;
  const next = zonedMoment(firstDay(monthAfter(month)), '00:00', zone);
  return {
    ...params,
    startDate: zonedMoment(firstDay(month), '00:00', zone).toISOString(),
    endDate: new Date(next.getTime() - 1).toISOString(),
  };
}

/** The URL after a filter changed: the first page. */
export function withFilter(search: ScheduledSearch, change: ScheduledSearch): ScheduledSearch {
  return { ...search, ...change, page: undefined };
}

/** Whether a filter narrows the list. */
export function isNarrowed({ searchQuery, operatorType, status, waitsFor, month }: ScheduledSearch): boolean {
  return [searchQuery, operatorType, status, waitsFor, month].some((value) => value !== undefined);
}

/** The colour and icon of a state. */
const statusTones = {
  draft: 'draft',
  scheduled: 'running',
  done: 'done',
  canceled: 'cancelled',
} as const satisfies Record<ScheduledStatus, StatusTone>;

type Ended = Pick<ScheduledOrder, 'status'> & { counts: Pick<Counts, 'success' | 'pending' | 'failed' | 'error'> };

/** Whether an order is done, and nothing of it was bought. */
export function allFailed({ status, counts }: Ended): boolean {
  const { success, pending, failed, error } = counts;
  return status === 'done' && success + pending === 0 && failed + error > 0;
}

/** The colour and icon of an order. One whose lines all failed is called Paid, too; its colour says more. */
export function toneOf(order: Ended): StatusTone {
  return allFailed(order) ? 'failed' : statusTones[order.status];
}

/** Whether the lines of an order are being placed now. */
export function isRunning({ status, executedAt }: Pick<ScheduledOrder, 'status' | 'executedAt'>): boolean {
  return status === 'scheduled' && executedAt !== null;
}

/** The number of lines whose orders have ended. Cancelled lines have none. */
export function endedOf({ success, failed, error }: Counts): number {
  return success + failed + error;
}

/** Whether a user can cancel an order: it waits, or runs. */
export function isCancelable({ status }: Pick<ScheduledOrder, 'status'>): boolean {
  return status === 'scheduled' || status === 'draft';
}
