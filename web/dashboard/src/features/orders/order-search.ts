import type { QueryOf } from '@shared/api/types';
import { isoDate, isoMoment, oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

type ListQuery = QueryOf<'/v1/orders/external', 'get'>;

/** Status ids (docs/product/orders.md#states): pending 5, success 4, failed 3. */
export const statusIds = ['5', '4', '3'] as const;
export type StatusId = (typeof statusIds)[number];

/** How an order can be paid. */
export const paymentTypes = ['deposit', 'settlement'] as const satisfies ListQuery['paymentType'][];
export type PaymentType = (typeof paymentTypes)[number];

/** The wallet types that pay for orders, as in the published API. */
export const walletTypes = [
  'level_1',
  'level_2',
  'marketplace',
  'multibiller',
] as const satisfies ListQuery['depositType'][];
export type WalletType = (typeof walletTypes)[number];

// The server's limit.
const longestQuery = 100;

// Ids exceed 2^53, so they stay text. The pattern keeps other text out of calls.
const orderId = textThat((given) => /^\d{1,19}$/u.test(given));

/**
 * The search parameters of Order History, with the names of the API. The URL is the only store of filters, page,
 * cursor, open order and open receipt.
 */
export const orderSearchSchema = searchSchema({
  page: pageNumber(),
  query: searchText(longestQuery),
  dateStart: isoDate(),
  dateEnd: isoDate(),
  /** Start of the hour that was picked in the chart. */
  hour: isoMoment(),
  filterType: oneOf(statusIds),
  depositType: oneOf(walletTypes),
  paymentType: oneOf(paymentTypes),
  /** The scheduled order whose orders alone are listed. With it the days may be missing. */
  scheduledOrderId: orderId,
  /** Cursor: rows older than this order. */
  before: orderId,
  /** Cursor: rows newer than this order. */
  after: orderId,
  /** The order whose detail is open. */
  order: orderId,
  /** The order whose receipt is open. It hides an open detail. */
  receipt: orderId,
});

export type OrderSearch = ReturnType<typeof orderSearchSchema.parse>;

/** Whether a list without a range holds the orders of all dates: those of a search or of a scheduled order. */
export function coversAllDates({ query, scheduledOrderId }: OrderSearch): boolean {
  return query !== undefined || scheduledOrderId !== undefined;
}

/** Whether the URL has no dates, no search and no scheduled order, as that of a bare link. */
export function asksNothing(search: OrderSearch): boolean {
  return search.dateStart === undefined && search.dateEnd === undefined && !coversAllDates(search);
}
