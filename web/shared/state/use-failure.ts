import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** The fields of a query that `useFailure` reads. */
type Load = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'error' | 'errorUpdateCount' | 'isFetching'>;

/**
 * Returns the error of a query that has no data, or null. The error is kept while a retry runs, which the library
 * reports as a first load. Otherwise the screen would flicker to its skeleton on each retry, and the Retry button would
 * lose the focus.
 */
export function useFailure({ data, isPlaceholderData, error, errorUpdateCount, isFetching }: Load): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined && !isPlaceholderData) return null;
  return isFetching && errorUpdateCount > 0 ? last : error;
}
