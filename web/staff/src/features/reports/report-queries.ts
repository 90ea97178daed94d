import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { type FileFormat, saveAnswer } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';

import type { ReportSearch } from './report-search';

/** What was sold over some days. */
export type Report = AnswerOf<'/staff/v1/reports/sales', 'get'>;
export type ReportRow = Report['rows'][number];
export type Sums = Report['total'];

function queryOf({ clientId, ...filters }: ReportSearch) {
  return { ...filters, clientId: clientId === undefined ? undefined : Number(clientId) };
}

/** The report that the filters ask for. */
export function reportOptions(search: ReportSearch) {
  return queryOptions({
    queryKey: ['reports', 'sales', search],
    queryFn: ({ signal }) => unwrap(api.GET('/staff/v1/reports/sales', { params: { query: queryOf(search) }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** Saves the rows of the report as a file. */
export function exportReportOptions(search: ReportSearch) {
  return mutationOptions({
    mutationKey: ['reports', 'sales', 'export'],
    mutationFn: (format: FileFormat) =>
      saveAnswer(
        api.GET('/staff/v1/reports/sales/export', {
          params: { query: { ...queryOf(search), format } },
          parseAs: 'stream',
        }),
        format,
        'sales',
      ),
  });
}
