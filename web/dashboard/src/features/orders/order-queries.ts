import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { Language } from '@shared/i18n/language';

import type { HourlyParams, OrderListParams, SumsParams } from './order-rules';

/** One row of Order History, as in the published API. */
export type Order = AnswerOf<'/v1/orders/external', 'get'>[number];

/** An order with its history. */
export type OrderDetail = AnswerOf<'/v1/orders/{orderId}', 'get'>;

/** The number of orders placed in one hour, by status. */
export type HourCount = AnswerOf<'/v1/orders/external/hourly', 'get'>[number];

/** Number and total of the orders of a list, by status. */
export type OrderTotals = AnswerOf<'/v1/orders/external/summary', 'get'>;

/** Query keys of this feature. An order event invalidates `lists` and `details`, and less often `hours` and `sums`. */
export const orderKeys = {
  lists: ['orders', 'list'] as const,
  list: (params: OrderListParams) => ['orders', 'list', params] as const,
  details: ['orders', 'detail'] as const,
  detail: (orderId: string) => ['orders', 'detail', orderId] as const,
  hours: ['orders', 'hours'] as const,
  sums: ['orders', 'sums'] as const,
  sumsOf: (params: SumsParams) => ['orders', 'sums', params] as const,
  hoursOf: (params: HourlyParams) => ['orders', 'hours', params] as const,
  receipt: (orderId: string, plain: boolean, language: Language) =>
    ['orders', 'receipt', orderId, plain, language] as const,
  exports: ['orders', 'exports'] as const,
  reports: (start: string, end: string) => ['orders', 'reports', start, end] as const,
};

/** How long what the loader of the page loaded counts as fresh, in milliseconds. */
const loaderHead = 2000;

/**
 * A page of orders. The rows of the previous page stay until the new ones are loaded. A refetch keeps the identity of
 * rows that did not change, so that only changed rows render again.
 */
export function orderListOptions(params: OrderListParams, enabled: boolean) {
  return queryOptions({
    queryKey: orderKeys.list(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/external', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    // The page that opens uses what its loader just loaded.
    staleTime: loaderHead,
    enabled,
    // The list shows the error and Retry in place of its rows.
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

/** The numbers of orders of a list, by hour and status. */
export function hourlyOptions(params: HourlyParams) {
  return queryOptions({
    queryKey: orderKeys.hoursOf(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/external/hourly', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** Number and total of the orders of a list, by status. */
export function sumsOptions(params: SumsParams) {
  return queryOptions({
    queryKey: orderKeys.sumsOf(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/external/summary', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The receipt of a successful order: an HTML page for a frame without scripts. It never changes. */
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
