import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ListView } from '@shared/table/data-table';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';

/** What a list of the profile shows: its rows, or why there are none. */
export function useListView<Row>(query: UseQueryResult<Row[]>, failed: string, empty: ReactNode): ListView<Row> {
  const { data: rows, isFetching, refetch } = query;
  const failure = useFailure(query);
  if (rows && rows.length > 0) return { kind: 'rows', rows, waiting: false };
  if (rows) return { kind: 'notice', notice: empty };
  if (failure === null) return { kind: 'loading' };
  const notice = <LoadFailed title={failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  return { kind: 'notice', notice };
}
