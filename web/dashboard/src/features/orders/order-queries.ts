import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/shared/api/client';
import { unwrap } from '@/shared/api/problem';
import type { AnswerOf } from '@/shared/api/types';

import type { OrderListParams } from './order-rules';

/** One row of Order History, as the server publishes it. */
export type Order = AnswerOf<'/v1/orders/external', 'get'>[number];

/** One wallet of the client. */
export type Wallet = AnswerOf<'/dashboard/v1/deposits/client', 'get'>['deposits'][number];

/** Wallets come and go with contracts, not with orders: the filter asks once in five minutes. */
const walletLifetime = 5 * 60 * 1000;

/** Keys of everything this feature reads; an order event makes `lists` old. */
export const orderKeys = {
  lists: ['orders', 'list'] as const,
  list: (params: OrderListParams) => ['orders', 'list', params] as const,
  wallets: ['orders', 'wallets'] as const,
};

/**
 * A page of orders. Rows of the former page stay until the new ones are there; a refetch keeps the identity of rows
 * that did not change, so that only a row that turned is drawn again.
 */
export function orderListOptions(params: OrderListParams, enabled: boolean) {
  return queryOptions({
    queryKey: orderKeys.list(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/external', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    enabled,
    // The list says itself that it failed, with Retry, in the place of its rows.
    meta: { inPlace: true },
  });
}

/** The wallets that the filter offers. */
export function walletsOptions() {
  return queryOptions({
    queryKey: orderKeys.wallets,
    queryFn: async ({ signal }) => (await unwrap(api.main.GET('/dashboard/v1/deposits/client', { signal }))).deposits,
    staleTime: walletLifetime,
  });
}
