import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** The part of a query that tells how its load went. */
type Load = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'error' | 'errorUpdateCount' | 'isFetching'>;

/**
 * What a load that brought nothing failed with, or null. It stands while the load is tried again, which the library
 * counts as a first one: a screen that went back to its skeleton would flicker at every try, and take the focus from
 * the button that asked for it.
 */
export function useFailure({ data, isPlaceholderData, error, errorUpdateCount, isFetching }: Load): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined && !isPlaceholderData) return null;
  return isFetching && errorUpdateCount > 0 ? last : error;
}
