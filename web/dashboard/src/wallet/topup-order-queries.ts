import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** A top-up by bank transfer. The last three digits of its amount are unique. */
export type TopupOrder = AnswerOf<'/v1/unique-amount', 'get'>['data'][number];

/** A top-up with the transfers that were meant for it and did not pay it. */
export type TopupDetail = AnswerOf<'/v1/unique-amount/{depositId}', 'get'>['data'];

/** A transfer of the client that was not credited by itself. */
export type HeldTransfer = TopupDetail['transfers'][number];

/** Query keys of top-ups. An event of the topic `topups` invalidates `orders`. */
export const topupKeys = {
  orders: ['topups', 'orders'] as const,
  ongoing: ['topups', 'orders', 'ongoing'] as const,
  transfers: ['topups', 'orders', 'transfers'] as const,
  order: (id: string) => ['topups', 'orders', id] as const,
};

/** The pending top-ups of the client. The screen shows a failure itself; every failure is reported. */
export function ongoingTopupsOptions(clientId: number | undefined) {
  return queryOptions({
    queryKey: topupKeys.ongoing,
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', ...(clientId !== undefined && { clientId }) } as const;
      return (await unwrap(api.payment.GET('/v1/unique-amount', { params: { query }, signal }))).data;
    },
    enabled: clientId !== undefined,
    meta: { inPlace: true, reportAll: true },
  });
}

/** The transfers that were not credited by themselves. They are a remark beside other things: a failure is reported alone. */
export function heldTransfersOptions() {
  return queryOptions({
    queryKey: topupKeys.transfers,
    queryFn: async ({ signal }) => (await unwrap(api.payment.GET('/v1/unique-amount/transfers', { signal }))).data,
    meta: { inPlace: true },
  });
}
