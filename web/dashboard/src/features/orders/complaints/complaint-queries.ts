import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';
import type { ComplaintReason } from '@shared/format/complaint-texts';

import { orderKeys } from '../order-queries';

/** A complaint about an order with its answers. */
export type Complaint = AnswerOf<'/v1/orders/{orderId}/complaints', 'get'>['data'][number];

/** Below the order, so that an event about orders loads it again. */
const complaintsKey = (orderId: string) => [...orderKeys.detail(orderId), 'complaints'] as const;

const pathOf = (orderId: string) => ({ params: { path: { orderId } } });

/** The complaints about an order, and whether another one can be opened. */
export function complaintsOptions(orderId: string) {
  return queryOptions({
    queryKey: complaintsKey(orderId),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/{orderId}/complaints', { ...pathOf(orderId), signal })),
    meta: { inPlace: true },
  });
}

/** Replies to the last answer about a complaint. */
export function replyOptions(orderId: string, number: number) {
  return mutationOptions({
    mutationKey: [...complaintsKey(orderId), 'reply', number],
    mutationFn: (body: { text: string }) =>
      unwrap(
        api.main.POST('/v1/orders/{orderId}/complaints/{number}/reply', {
          params: { path: { orderId, number } },
          body,
        }),
      ),
    onSettled: reloadsAnyway(complaintsKey(orderId)),
  });
}

export function complainOptions(orderId: string) {
  return mutationOptions({
    mutationKey: [...complaintsKey(orderId), 'open'],
    mutationFn: (body: { reason: ComplaintReason; text: string }) =>
      unwrap(api.main.POST('/v1/orders/{orderId}/complaints', { ...pathOf(orderId), body })),
    onSettled: reloadsAnyway(complaintsKey(orderId)),
  });
}
