import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ListView } from '@/shared/table/data-table';
import { LoadFailed } from '@/shared/table/load-failed';

/** What a list of the profile shows: its rows, or why there are none. */
export function listViewOf<Row>(query: UseQueryResult<Row[]>, failed: string, empty: ReactNode): ListView<Row> {
  const { data: rows, error, isFetching, refetch } = query;
  if (rows && rows.length > 0) return { kind: 'rows', rows, waiting: false };
  if (rows) return { kind: 'notice', notice: empty };
  if (!error) return { kind: 'loading' };
  const notice = <LoadFailed title={failed} error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  return { kind: 'notice', notice };
}
