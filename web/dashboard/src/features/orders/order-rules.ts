import type { QueryOf } from '@shared/api/types';
import { type DateRange, type DateRangeRule, dateRangeProblem, latestRange } from '@shared/form/date-range';

import type { OrderSearch, PaymentType, StatusId, WalletType } from './order-search';

/** Rows of a full page; a shorter one is the last. */
export const pageSize = 10;

/** End minus start of the date filter, at most. */
export const maxSpanDays = 2;

/** The same for an export, and for daily reports. */
export const maxExportDays = 31;
export const maxReportDays = 7;

/** How many days back the newest daily report is. */
export const newestReport = 2;

/** The filter form: what 'Show Data' writes into the URL. Null means 'all', and only dates may not be missing. */
export interface OrderFilters {
  status: StatusId | null;
  walletType: WalletType | null;
  range: DateRange | null;
  /** The one hour of the range that the chart narrowed the list to; the form only keeps it. */
  hour: string | null;
  paymentType: PaymentType | null;
}

/** What the call takes; only what is set, because null and empty parameters are dropped. */
export type OrderListParams = QueryOf<'/v1/orders/external', 'get'>;

/** What the chart's call takes: the same without a place in the list. */
export type HourlyParams = QueryOf<'/v1/orders/external/hourly', 'get'>;

const statusNumbers = { '5': 5, '4': 4, '3': 3 } as const satisfies Record<StatusId, OrderListParams['filterType']>;

/** The filters that the URL names. */
export function filtersOf(search: OrderSearch): OrderFilters {
  const { dateStart: start, dateEnd: end } = search;
  return {
    status: search.filterType ?? null,
    walletType: search.depositType ?? null,
    range: start !== undefined && end !== undefined ? { start, end } : null,
    hour: search.hour ?? null,
    paymentType: search.paymentType ?? null,
  };
}

/** The URL after 'Show Data': new filters, the same search, first page. */
export function withFilters(search: OrderSearch, filters: OrderFilters): OrderSearch {
  return {
    query: search.query,
    dateStart: filters.range?.start,
    dateEnd: filters.range?.end,
    hour: filters.range === null ? undefined : (filters.hour ?? undefined),
    filterType: filters.status ?? undefined,
    depositType: filters.walletType ?? undefined,
    paymentType: filters.paymentType ?? undefined,
  };
}

/** The URL after a search: the same filters, first page. */
export function withQuery(search: OrderSearch, query: string): OrderSearch {
  return { ...withFilters(search, filtersOf(search)), query: query.trim() || undefined };
}

/** The list loads only with both dates or with a search; dates that the server would refuse don't count. */
export function canLoad(search: OrderSearch, rule: DateRangeRule): boolean {
  const { range } = filtersOf(search);
  if (range !== null) return dateRangeProblem(range, rule) === null;
  return search.query !== undefined;
}

/** The chart's parameters, or null without days: a search over all dates has no hours to show. It shows every hour. */
export function hourlyParams(search: OrderSearch): HourlyParams | null {
  const { query, dateStart, dateEnd, filterType, depositType, paymentType } = listParams(search);
  if (dateStart === undefined) return null;
  return { query, dateStart, dateEnd, filterType, depositType, paymentType };
}

/** The call's parameters. Where a hand-made URL has both cursors, only one can be meant. */
export function listParams(search: OrderSearch): OrderListParams {
  const params: OrderListParams = {};
  if (search.page !== undefined && search.page > 1) params.page = search.page;
  if (search.query !== undefined) params.query = search.query;
  if (search.dateStart !== undefined && search.dateEnd !== undefined) {
    params.dateStart = search.dateStart;
    params.dateEnd = search.dateEnd;
    if (search.hour !== undefined) params.hour = search.hour;
  }
  if (search.filterType !== undefined) params.filterType = statusNumbers[search.filterType];
  if (search.depositType !== undefined) params.depositType = search.depositType;
  if (search.paymentType !== undefined) params.paymentType = search.paymentType;
  if (search.before !== undefined) params.before = search.before;
  else if (search.after !== undefined) params.after = search.after;
  return params;
}

interface Row {
  orderId: string;
}

/** The orders before and after one in the rows of a page; undefined at the ends and where it is not among them. */
export function neighbours(
  rows: readonly Row[],
  orderId: string,
): { up: string | undefined; down: string | undefined } {
  const at = rows.findIndex((row) => row.orderId === orderId);
  if (at < 0) return { up: undefined, down: undefined };
  return { up: rows[at - 1]?.orderId, down: rows[at + 1]?.orderId };
}

/** The URL of the next page, from the last row on, or null where a short page says that there is none. */
export function nextPage(search: OrderSearch, rows: readonly Row[]): OrderSearch | null {
  const last = rows.at(-1);
  if (rows.length < pageSize || !last) return null;
  return { ...withoutPlace(search), page: (search.page ?? 1) + 1, before: last.orderId };
}

/** The URL of the page before. The first page has no cursor: new orders belong on it. */
export function previousPage(search: OrderSearch, rows: readonly Row[]): OrderSearch | null {
  const page = (search.page ?? 1) - 1;
  if (page < 1) return null;
  if (page === 1) return withoutPlace(search);
  return { ...withoutPlace(search), page, after: rows.at(0)?.orderId };
}

/** The same list from its first page. */
export function firstPage(search: OrderSearch): OrderSearch {
  return withoutPlace(search);
}

/** The same search over all dates: what is left to try when it finds nothing between two days. */
export function overAllDates(search: OrderSearch): OrderSearch {
  return { ...withoutPlace(search), dateStart: undefined, dateEnd: undefined, hour: undefined };
}

/** The same search and dates without the other filters. */
export function withoutChoices(search: OrderSearch): OrderSearch {
  return withFilters(search, { ...filtersOf(search), status: null, walletType: null, paymentType: null });
}

/** Days that a form without dates starts with: yesterday and today, so that 'Show Data' is one press away. */
const suggestedDays = 2;

/** The dates that the form offers; none to a search over all dates, where they would look as if they were in force. */
export function suggestedRange(search: OrderSearch, rule: DateRangeRule): DateRange | null {
  return search.query === undefined ? latestRange(suggestedDays, rule) : null;
}

/** The payment filter is for clients that can pay later, where the deployment has settlement at all. */
export function hasPaymentFilter(client: { hasSettlement: boolean } | undefined, settlementFlag: boolean): boolean {
  return settlementFlag && client?.hasSettlement === true;
}

function withoutPlace(search: OrderSearch): OrderSearch {
  return { ...search, page: undefined, before: undefined, after: undefined, order: undefined, receipt: undefined };
}
