import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import type { paths } from '@/schema.gen';
import { saveAnswer } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';
import { reloads, reloadsAnyway } from '@shared/api/reloads';

/** What the list of orders can be narrowed by, as in the published API. */
export type OrderFilters = NonNullable<paths['/staff/v1/orders/export']['get']['parameters']['query']>;

/** A row of the list of all orders. */
export type StaffOrder = AnswerOf<'/staff/v1/orders', 'get'>['data'][number];

/** An order with all that is known of it. */
export type StaffOrderDetail = AnswerOf<'/staff/v1/orders/{orderId}', 'get'>;

/** Something about an order that needs a decision. */
export type StaffReview = AnswerOf<'/staff/v1/reviews', 'get'>['data'][number];

type BodyOf<Path extends '/staff/v1/orders/{orderId}/settle' | '/staff/v1/orders/{orderId}/refund'> =
  paths[Path]['post']['requestBody']['content']['application/json'];

/** What ends an order as delivered. */
type Delivery = Omit<BodyOf<'/staff/v1/orders/{orderId}/settle'>, 'status' | 'clientReason'>;

/** What ends an order as failed, with its refund. */
type Refund = BodyOf<'/staff/v1/orders/{orderId}/refund'>;

const ordersKey = ['orders'] as const;
const reviewsKey = ['reviews'] as const;
/** The key of all lists of orders. */
export const orderListKey = [...ordersKey, 'list'] as const;
/** The key of one order. */
export const orderKey = (orderId: string) => [...ordersKey, 'one', orderId] as const;

/** All that a change of an order changes. The overview has the counts in the sidebar. */
const changed = [ordersKey, reviewsKey, ['overview']] as const;

/** How often a pending order is asked for while its page is open, in milliseconds. */
const pendingInterval = 5000;

/** A page of the orders of all clients. */
export function orderListOptions(query: OrderFilters & { cursor?: string }) {
  return queryOptions({
    queryKey: [...orderListKey, query],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/orders', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** One order. While it is pending it is asked for again and again. */
export function orderOptions(orderId: string) {
  return queryOptions({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/orders/{orderId}', { params: { path: { orderId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingInterval : false),
    meta: { inPlace: true },
  });
}

/** The open reviews, the oldest first. */
export function reviewsOptions() {
  return queryOptions({
    queryKey: reviewsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/reviews', { signal })),
    refetchInterval: 30_000,
    meta: { inPlace: true },
  });
}

/** Saves the orders of a filter as a file. */
export function exportOptions(query: OrderFilters) {
  return mutationOptions({
    mutationKey: [...ordersKey, 'export'],
    mutationFn: () =>
      saveAnswer(api.GET('/staff/v1/orders/export', { params: { query }, parseAs: 'stream' }), 'csv', 'orders'),
  });
}

const pathOf = (orderId: string) => ({ params: { path: { orderId } } });

export function checkOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...orderKey(orderId), 'check'],
    mutationFn: () => unwrap(api.POST('/staff/v1/orders/{orderId}/check', pathOf(orderId))),
    onSettled: reloadsAnyway(...changed),
  });
}

export function settleOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...orderKey(orderId), 'settle'],
    mutationFn: (delivery: Delivery) =>
      unwrap(
        api.POST('/staff/v1/orders/{orderId}/settle', { ...pathOf(orderId), body: { status: 'success', ...delivery } }),
      ),
    onSettled: reloadsAnyway(...changed),
  });
}

export function refundOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...orderKey(orderId), 'refund'],
    mutationFn: (body: Refund) => unwrap(api.POST('/staff/v1/orders/{orderId}/refund', { ...pathOf(orderId), body })),
    onSettled: reloadsAnyway(...changed, ['approvals']),
  });
}

export function addNoteOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...orderKey(orderId), 'note'],
    mutationFn: (body: { text: string }) =>
      unwrap(api.POST('/staff/v1/orders/{orderId}/notes', { ...pathOf(orderId), body })),
    onSuccess: reloads(orderKey(orderId)),
  });
}

export function closeReviewsOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...orderKey(orderId), 'close'],
    mutationFn: (body: { reason: string }) =>
      unwrap(api.POST('/staff/v1/orders/{orderId}/reviews/close', { ...pathOf(orderId), body })),
    onSettled: reloadsAnyway(...changed),
  });
}

export function takeReviewsOptions() {
  return mutationOptions({
    mutationKey: [...reviewsKey, 'take'],
    mutationFn: (orderId: string) => unwrap(api.POST('/staff/v1/orders/{orderId}/reviews/take', pathOf(orderId))),
    onSettled: reloadsAnyway(...changed),
  });
}

export function checkManyOptions() {
  return mutationOptions({
    mutationKey: [...reviewsKey, 'check'],
    mutationFn: (orderIds: string[]) => unwrap(api.POST('/staff/v1/orders/check', { body: { orderIds } })),
    onSettled: reloadsAnyway(...changed),
  });
}
