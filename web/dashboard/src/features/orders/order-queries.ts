import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { Language } from '@shared/i18n/language';

import type { HourlyParams, OrderListParams } from './order-rules';

/** One row of Order History, as the server publishes it. */
export type Order = AnswerOf<'/v1/orders/external', 'get'>[number];

/** An order with what happened to it. */
export type OrderDetail = AnswerOf<'/v1/orders/{orderId}', 'get'>;

/** How many orders were placed in an hour, by state. */
export type HourCount = AnswerOf<'/v1/orders/external/hourly', 'get'>[number];

/** One wallet of the client. */
export type Wallet = AnswerOf<'/dashboard/v1/deposits/client', 'get'>['deposits'][number];

/** Wallets come and go with contracts, not with orders: the filter asks once in five minutes. */
const walletLifetime = 5 * 60 * 1000;

/** Keys of everything this feature reads; an order event makes `lists`, `details` and, less often, `hours` old. */
export const orderKeys = {
  lists: ['orders', 'list'] as const,
  list: (params: OrderListParams) => ['orders', 'list', params] as const,
  details: ['orders', 'detail'] as const,
  detail: (orderId: string) => ['orders', 'detail', orderId] as const,
  hours: ['orders', 'hours'] as const,
  hoursOf: (params: HourlyParams) => ['orders', 'hours', params] as const,
  receipt: (orderId: string, plain: boolean, language: Language) =>
    ['orders', 'receipt', orderId, plain, language] as const,
  exports: ['orders', 'exports'] as const,
  reports: (start: string, end: string) => ['orders', 'reports', start, end] as const,
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

/** An order with its history. */
export function orderDetailOptions(orderId: string) {
  return queryOptions({
    queryKey: orderKeys.detail(orderId),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/{orderId}', { params: { path: { orderId } }, signal })),
    meta: { inPlace: true },
  });
}

/** Orders by hour and state over the days and filters of a list. */
export function hourlyOptions(params: HourlyParams) {
  return queryOptions({
    queryKey: orderKeys.hoursOf(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/external/hourly', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The receipt of a success order: a page of HTML, for a frame without scripts. A printed receipt never changes. */
export function receiptOptions(orderId: string, plain: boolean, language: Language) {
  return queryOptions({
    queryKey: orderKeys.receipt(orderId, plain, language),
    queryFn: ({ signal }) =>
      unwrap(
        api.main.GET('/v1/orders/{orderId}/invoice', {
          params: { path: { orderId }, query: { plain, language } },
          parseAs: 'text',
          signal,
        }),
      ),
    staleTime: Infinity,
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
