import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { saveAnswer } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';

import type { AuditSearch } from './audit-search';

/** A line of the audit log. */
export type Entry = AnswerOf<'/staff/v1/audit', 'get'>['data'][number];

const firstPage = '';

function queryOf({ clientId, ...filters }: AuditSearch) {
  return { ...filters, clientId: clientId === undefined ? undefined : Number(clientId) };
}

/** The entries that match, newest first. */
export function auditOptions(search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrap(api.GET('/staff/v1/audit', { params: { query: { ...queryOf(search), cursor } }, signal })),
    initialPageParam: firstPage,
    getNextPageParam: ({ cursor }) => (cursor === '' ? undefined : cursor),
    meta: { inPlace: true },
  });
}

/** Saves the entries that match as a file. */
export function exportAuditOptions(search: AuditSearch) {
  return mutationOptions({
    mutationKey: ['audit', 'export'],
    mutationFn: () =>
      saveAnswer(
        api.GET('/staff/v1/audit/export', { params: { query: queryOf(search) }, parseAs: 'stream' }),
        'csv',
        'audit-log',
      ),
  });
}
