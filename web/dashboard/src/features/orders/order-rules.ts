import type { QueryOf } from '@shared/api/types';
import { addDays } from '@shared/format/calendar-day';
import {
  type DateRange,
  type DateRangeProblem,
  type DateRangeRule,
  dateRangeProblem,
  latestRange,
} from '@shared/form/date-range';
import { firstKeysetPage, keysetPageAfter, keysetPageBefore } from '@shared/url/keyset-page';

import { coversAllDates, type OrderSearch, type PaymentType, type StatusId, type WalletType } from './order-search';

/** Rows of a full page. A shorter page is the last one. */
export const pageSize = 10;

/** The longest range of the date filter: end minus start, in days. */
export const maxSpanDays = 2;

/** The longest ranges of an export and of daily reports. */
export const maxExportDays = 31;
export const maxReportDays = 7;

/** The newest daily report is this many days old. */
export const newestReport = 2;

/**
 * The values of the filter form, which 'Show Data' writes into the URL. Null means 'all'; the range is required unless
 * there is a search or a scheduled order.
 */
export interface OrderFilterValues {
  status: StatusId | null;
  walletType: WalletType | null;
  range: DateRange | null;
  /** The hour that was picked in the chart. The form keeps it and does not show it. */
  hour: string | null;
  paymentType: PaymentType | null;
}

/** Parameters of the list call. Only values that are set are sent. */
export type OrderListParams = QueryOf<'/v1/orders/external', 'get'>;

/** Parameters of the chart's call: those of the list without hour, page and cursor. */
export type HourlyParams = QueryOf<'/v1/orders/external/hourly', 'get'>;

/** Parameters of the sums: those of the list without page and cursor. */
export type SumsParams = QueryOf<'/v1/orders/external/summary', 'get'>;

const statusNumbers = { '5': 5, '4': 4, '3': 3 } as const satisfies Record<StatusId, OrderListParams['filterType']>;

/** The filters that the URL names. */
export function filtersOf(search: OrderSearch): OrderFilterValues {
  const { dateStart: start, dateEnd: end } = search;
  return {
    status: search.filterType ?? null,
    walletType: search.depositType ?? null,
    range: start !== undefined && end !== undefined ? { start, end } : null,
    hour: search.hour ?? null,
    paymentType: search.paymentType ?? null,
  };
}

/** The URL after 'Show Data': the new filters, the same search and scheduled order, the first page. */
export function withFilters(search: OrderSearch, filters: OrderFilterValues): OrderSearch {
  return {
    query: search.query,
    dateStart: filters.range?.start,
    dateEnd: filters.range?.end,
    hour: filters.range === null ? undefined : (filters.hour ?? undefined),
    filterType: filters.status ?? undefined,
    depositType: filters.walletType ?? undefined,
    paymentType: filters.paymentType ?? undefined,
    scheduledOrderId: search.scheduledOrderId,
  };
}

/**
 * The URL after a search: the same filters, first page. The first search by sign drops the default dates and so covers
 * all dates. Any other range stays and narrows the search. Clearing the search restores the default dates, which the
 * orders of a scheduled order don't need.
 */
export function withQuery(search: OrderSearch, query: string, rule: DateRangeRule): OrderSearch {
  const next = query.trim() || undefined;
  const filters = filtersOf(search);
  const startsBySign = isBySign(next) && !isBySign(search.query);
  const range = startsBySign && isDefaultRange(filters.range, rule) ? null : filters.range;
  return withNeededRange({ ...withFilters(search, { ...filters, range }), query: next }, rule);
}

/** The URL without the limit to a scheduled order: the same search and filters, the first page. */
export function withoutScheduledOrder(search: OrderSearch, rule: DateRangeRule): OrderSearch {
  return withNeededRange({ ...withFilters(search, filtersOf(search)), scheduledOrderId: undefined }, rule);
}

/** The same URL, with the default dates if it has none and needs some. */
function withNeededRange(search: OrderSearch, rule: DateRangeRule): OrderSearch {
  if (filtersOf(search).range !== null || coversAllDates(search)) return search;
  const { start, end } = defaultRange(rule);
  return { ...search, dateStart: start, dateEnd: end };
}

/** Whether a list asks for all orders of its days: nothing is searched and nothing is filtered. */
export function asksDaysAlone(search: OrderSearch): boolean {
  const { range, status, walletType, hour, paymentType } = filtersOf(search);
  const filters = [status, walletType, hour, paymentType];
  return range !== null && !coversAllDates(search) && filters.every((value) => value === null);
}

/** Whether a search starts with a sign: '#' order id, '!' client reference, '$' destination number. */
function isBySign(query: string | undefined): boolean {
  return query !== undefined && /^[#!$]/u.test(query);
}

/** What is wrong with the range of a filter, or null. A search and a scheduled order need no range. */
export function rangeProblem(
  range: DateRange | null,
  search: OrderSearch,
  rule: DateRangeRule,
): DateRangeProblem | null {
  return range === null && coversAllDates(search) ? null : dateRangeProblem(range, rule);
}

/** Whether the list can load: it needs a search, a scheduled order or a range, and no range that the server refuses. */
export function canLoad(search: OrderSearch, rule: DateRangeRule): boolean {
  return rangeProblem(filtersOf(search).range, search, rule) === null;
}

/** Whether the list can hold orders of more than one day. */
export function holdsSeveralDays({ dateStart, dateEnd, hour }: OrderSearch): boolean {
  return hour === undefined && (dateStart === undefined || dateStart !== dateEnd);
}

/** The parameters of the chart, which shows all hours of the range. Null without a range. */
export function hourlyParams(search: OrderSearch): HourlyParams | null {
  const { query, dateStart, dateEnd, filterType, depositType, paymentType, scheduledOrderId } = listParams(search);
  if (dateStart === undefined) return null;
  return { query, dateStart, dateEnd, filterType, depositType, paymentType, scheduledOrderId };
}

/** The parameters of the list. If the URL has both cursors, `before` wins. */
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
  if (search.scheduledOrderId !== undefined) params.scheduledOrderId = search.scheduledOrderId;
  if (search.before !== undefined) params.before = search.before;
  else if (search.after !== undefined) params.after = search.after;
  return params;
}

/** The parameters of the sums and of an export: those of the list without page and cursor. */
export function sumsParams(search: OrderSearch): SumsParams {
  const { page: _page, before: _before, after: _after, ...filter } = listParams(search);
  return filter;
}

/** The list without any filter. It is empty only if the client has no order at all. */
export const noFilter: OrderListParams = {};

interface Row {
  orderId: string;
}

/** The orders above and below one in the rows of a page; undefined at the ends, and if the page does not hold it. */
export function neighbours(
  rows: readonly Row[],
  orderId: string,
): { up: string | undefined; down: string | undefined } {
  const at = rows.findIndex((row) => row.orderId === orderId);
  if (at < 0) return { up: undefined, down: undefined };
  return { up: rows[at - 1]?.orderId, down: rows[at + 1]?.orderId };
}

const idOf = (row: Row) => row.orderId;

/** The URL of the next page, or null if this page is not full and so is the last. */
export function nextPage(search: OrderSearch, rows: readonly Row[]): OrderSearch | null {
  const cursor = keysetPageAfter(search.page, rows, pageSize, idOf);
  return cursor && { ...withoutCursor(search), ...cursor };
}

/** The URL of the previous page, or null on the first. */
export function previousPage(search: OrderSearch, rows: readonly Row[]): OrderSearch | null {
  const cursor = keysetPageBefore(search.page, rows, idOf);
  return cursor && { ...withoutCursor(search), ...cursor };
}

/** The first page of the same list. */
export function firstPage(search: OrderSearch): OrderSearch {
  return withoutCursor(search);
}

/** The same search over all dates. */
export function overAllDates(search: OrderSearch): OrderSearch {
  return { ...withoutCursor(search), dateStart: undefined, dateEnd: undefined, hour: undefined };
}

/** The same search and dates without status, wallet and payment type. */
export function withoutChoices(search: OrderSearch): OrderSearch {
  return withFilters(search, { ...filtersOf(search), status: null, walletType: null, paymentType: null });
}

/** Days of the default range: yesterday and today. */
const suggestedDays = 2;

function defaultRange(rule: DateRangeRule): DateRange {
  return latestRange(suggestedDays, rule);
}

function isDefaultRange(range: DateRange | null, rule: DateRangeRule): boolean {
  const { start, end } = defaultRange(rule);
  return range?.start === start && range.end === end;
}

/** The range in a form whose URL has none; null where the list covers all dates. */
export function suggestedRange(search: OrderSearch, rule: DateRangeRule): DateRange | null {
  return coversAllDates(search) ? null : defaultRange(rule);
}

/** The date presets of the filter. */
export function presetRanges({ lastDay }: DateRangeRule): Record<'today' | 'yesterday' | 'lastTwoDays', DateRange> {
  const yesterday = addDays(lastDay, -1);
  return {
    today: { start: lastDay, end: lastDay },
    yesterday: { start: yesterday, end: yesterday },
    lastTwoDays: { start: yesterday, end: lastDay },
  };
}

/** Whether to show the payment filter: the deployment and the client must have settlement. */
export function hasPaymentFilter(client: { hasSettlement: boolean } | undefined, settlementFlag: boolean): boolean {
  return settlementFlag && client?.hasSettlement === true;
}

function withoutCursor(search: OrderSearch): OrderSearch {
  return { ...search, ...firstKeysetPage, order: undefined, receipt: undefined };
}
