import * as z from 'zod/mini';

import type { QueryOf } from '@shared/api/types';
import { isoDate, isoMoment, oneOf, pageNumber, searchText } from '@shared/url/search-fields';

type ListQuery = QueryOf<'/v1/orders/external', 'get'>;

/** Status ids of the specification: pending 5, success 4, failed 3. */
export const statusIds = ['5', '4', '3'] as const;
export type StatusId = (typeof statusIds)[number];

/** What an order can be charged to. */
export const paymentTypes = ['deposit', 'settlement'] as const satisfies ListQuery['paymentType'][];
export type PaymentType = (typeof paymentTypes)[number];

/** The wallets that pay for orders, as the published API knows them. */
export const walletTypes = [
  'level_1',
  'level_2',
  'marketplace',
  'multibiller',
] as const satisfies ListQuery['depositType'][];
export type WalletType = (typeof walletTypes)[number];

// What the server takes at most; more would only be refused.
const longestQuery = 100;

// Ids are longer than 2^53 and stay text on their whole way; the pattern keeps other text out of the call.
const orderId = z.string().check(z.regex(/^\d{1,19}$/));

/** Every field falls back to 'not given' by itself: one bad value never takes the others with it. */
function orNothing<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/**
 * What the URL of Order History says, under the names that the call itself uses.
 * It is the only place of filters, page, cursor, open order and open receipt.
 */
export const orderSearchSchema = z.object({
  page: pageNumber(),
  query: searchText(longestQuery),
  dateStart: isoDate(),
  dateEnd: isoDate(),
  /** Start of the one hour of these days that was chosen in the chart. */
  hour: isoMoment(),
  filterType: oneOf(statusIds),
  depositType: oneOf(walletTypes),
  paymentType: oneOf(paymentTypes),
  /** Keyset cursor: rows older than this order. */
  before: orNothing(orderId),
  /** Keyset cursor: rows newer than this order. */
  after: orNothing(orderId),
  /** The order whose details are open. */
  order: orNothing(orderId),
  /** The order whose receipt is open; its details, if they are open too, wait behind it. */
  receipt: orNothing(orderId),
});

export type OrderSearch = z.infer<typeof orderSearchSchema>;
