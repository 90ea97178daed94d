import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import type { paths } from '@/schema.gen';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';

import { orderKey } from './order-queries';

/** What a client complained of. */
export type StaffComplaint = AnswerOf<'/staff/v1/complaints', 'get'>['data'][number];

/** A complaint with its answers. */
export type OrderComplaint = AnswerOf<'/staff/v1/orders/{orderId}/complaints', 'get'>['data'][number];

/** Which complaints a list has. */
export type ComplaintState = 'open' | 'closed';

type Answer =
  paths['/staff/v1/orders/{orderId}/complaints/{number}/answer']['post']['requestBody']['content']['application/json'];

/** The key of all complaints but those of an order. */
export const complaintsKey = ['complaints'] as const;
const ofOrder = (orderId: string) => [...orderKey(orderId), 'complaints'] as const;

/** Complaints of all clients. */
export function complaintsOptions(state: ComplaintState) {
  return queryOptions({
    queryKey: [...complaintsKey, 'list', state],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/complaints', { params: { query: { state } }, signal })),
    meta: { inPlace: true },
  });
}

/** Complaints of the last 30 days by supplier. */
export function complaintFiguresOptions() {
  return queryOptions({
    queryKey: [...complaintsKey, 'figures'],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/complaints/figures', { signal })).then(({ data }) => data),
    meta: { inPlace: true },
  });
}

/** The complaints about one order, the newest first. */
export function orderComplaintsOptions(orderId: string) {
  return queryOptions({
    queryKey: ofOrder(orderId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/staff/v1/orders/{orderId}/complaints', { params: { path: { orderId } }, signal })).then(
        ({ data }) => data,
      ),
    meta: { inPlace: true },
  });
}

/** Answers a complaint; with a result it is closed. */
export function answerComplaintOptions(orderId: string, number: number) {
  return mutationOptions({
    mutationKey: [...ofOrder(orderId), number, 'answer'],
    mutationFn: ({ text, result }: { text: string; result: NonNullable<Answer['result']> | '' }) =>
      unwrap(
        api.POST('/staff/v1/orders/{orderId}/complaints/{number}/answer', {
          params: { path: { orderId, number } },
          body: { text, ...(result !== '' && { result }) },
        }),
      ),
    onSettled: reloadsAnyway(complaintsKey, orderKey(orderId)),
  });
}
