import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { overviewOptions } from '@/overview/overview-queries';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';

/** A request that a second member of staff decides. */
export type Approval = AnswerOf<'/staff/v1/approvals', 'get'>['data'][number];

export const approvalsKey = ['approvals'] as const;
const firstPage = '';

/** What waits, or with `undefined` all requests. */
export function approvalsOptions(status: 'waiting' | undefined) {
  return infiniteQueryOptions({
    queryKey: [...approvalsKey, status ?? 'all'],
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrap(api.GET('/staff/v1/approvals', { params: { query: { status, cursor } }, signal })),
    initialPageParam: firstPage,
    getNextPageParam: ({ cursor }) => (cursor === '' ? undefined : cursor),
    meta: { inPlace: true },
  });
}

/** The client that a request is about, with what its wallets have now. */
export function clientOfApprovalOptions(id: number) {
  return queryOptions({
    queryKey: [...approvalsKey, 'client', id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/clients/{id}', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** Approves a request, which is carried out at once, or rejects it. */
export function decideOptions(id: string, way: 'approve' | 'reject') {
  return mutationOptions({
    mutationKey: [...approvalsKey, way, id],
    mutationFn: ({ reason }: { reason: string }) => {
      const call = { params: { path: { id } }, body: { reason: reason.trim() } };
      return way === 'approve'
        ? unwrap(api.POST('/staff/v1/approvals/{id}/approve', call))
        : unwrap(api.POST('/staff/v1/approvals/{id}/reject', call));
    },
    // A refusal says that somebody else decided, or that it was changed: the list shows it.
    onSettled: reloadsAnyway(approvalsKey, overviewOptions().queryKey),
  });
}
