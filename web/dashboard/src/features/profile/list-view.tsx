import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ApiProblem } from '@/shared/api/problem';
import { noticeFor } from '@/shared/errors/catalogue';
import type { ListView } from '@/shared/table/data-table';
import { FailedNotice } from '@/shared/table/list-notice';

/** What a list of the profile shows: its rows, or why there are none. */
export function listViewOf<Row>(query: UseQueryResult<Row[]>, failed: string, empty: ReactNode): ListView<Row> {
  const { data: rows, error, isFetching, refetch } = query;
  if (rows && rows.length > 0) return { kind: 'rows', rows, waiting: false };
  if (rows) return { kind: 'notice', notice: empty };
  if (!error) return { kind: 'loading' };
  const { title, text } = noticeFor(error);
  const notice = (
    <FailedNotice
      title={failed}
      text={text ?? title}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
  return { kind: 'notice', notice };
}
