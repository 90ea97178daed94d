import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { ListView } from './data-table';
import { loadAgain } from '@shared/state/load-again';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

interface ListTexts {
  failed: string;
  /** Shown in place of rows if there are none: why, and what to do next. */
  empty: ReactNode;
  /** Shown in place of rows while there is nothing to load yet, such as the request to choose a range of days. */
  instead?: ReactNode;
}

/**
 * Returns the state of a list from its query: loading, rows (dimmed while new ones load), empty or failed. `rows` are
 * those of `query.data`. `reload` loads the list again with the rows dimmed, for a reload by the user.
 */
export function useList<Row extends object>(
  query: UseQueryResult,
  rows: readonly Row[] | undefined,
  { failed, empty, instead }: ListTexts,
): { view: ListView<Row>; reload: () => void } {
  const [reloading, setReloading] = useState(false);
  const failure = useFailure(query);
  const waiting = query.isPlaceholderData || (reloading && query.isFetching);

  async function reload(): Promise<void> {
    setReloading(true);
    await loadAgain(query);
    setReloading(false);
  }

  function view(): ListView<Row> {
    if (instead) return { kind: 'notice', notice: instead };
    if (failure !== null) {
      const again = () => void query.refetch();
      return {
        kind: 'notice',
        notice: <LoadFailed title={failed} error={failure} retrying={query.isFetching} onRetry={again} />,
      };
    }
    if (rows === undefined || (rows.length === 0 && waiting)) return { kind: 'loading' };
    return rows.length === 0 ? { kind: 'notice', notice: empty } : { kind: 'rows', rows, waiting };
  }
  return { view: view(), reload: () => void reload() };
}
