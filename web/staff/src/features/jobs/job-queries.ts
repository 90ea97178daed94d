import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';

import type { JobSearch } from './job-search';

/** A job whose attempts are used up. */
export type Job = AnswerOf<'/staff/v1/jobs', 'get'>['data'][number];

/** What a supplier or a bank reported by itself. */
export type Notice = AnswerOf<'/staff/v1/notices', 'get'>['data'][number];

/** What staff do with a job. */
export type JobAct = 'retry' | 'drop';

const jobsKey = ['jobs'] as const;
/** The key of all notices. */
const noticesKey = ['notices'] as const;
const firstPage = '';

/** The jobs that were given up, the oldest first. */
export function jobsOptions() {
  return infiniteQueryOptions({
    queryKey: jobsKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrap(api.GET('/staff/v1/jobs', { params: { query: { cursor } }, signal })),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    meta: { inPlace: true },
  });
}

/** Has a job tried again, or drops it. */
export function jobActOptions(id: string, act: JobAct) {
  return mutationOptions({
    mutationKey: [...jobsKey, id, act],
    mutationFn: (body: { reason: string }) => {
      const call = { params: { path: { id } }, body };
      return unwrap(
        act === 'retry' ? api.POST('/staff/v1/jobs/{id}/retry', call) : api.POST('/staff/v1/jobs/{id}/drop', call),
      );
    },
    // The overview and the shift count them.
    onSettled: reloadsAnyway(jobsKey, ['overview'], ['shift']),
  });
}

/** The notices that match, the newest first. */
export function noticesOptions({ source, subject, which }: JobSearch) {
  const query = { source, subject, waiting: which === 'waiting' };
  return queryOptions({
    queryKey: [...noticesKey, 'list', query],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/notices', { params: { query }, signal })),
    meta: { inPlace: true },
  });
}

/** A notice as it came. */
export function noticeOptions(id: string) {
  return queryOptions({
    queryKey: [...noticesKey, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/notices/{id}', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

/** Has a notice applied again. */
export function applyNoticeOptions(id: string) {
  return mutationOptions({
    mutationKey: [...noticesKey, id, 'apply'],
    mutationFn: (body: { reason: string }) =>
      unwrap(api.POST('/staff/v1/notices/{id}/apply', { params: { path: { id } }, body })),
    onSettled: reloadsAnyway(noticesKey),
  });
}
