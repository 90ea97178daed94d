import { useDeferredValue } from 'react';

import type { ListView } from './data-table';

/** More rows than a screen shows at once. */
export const firstRows = 15;
const none: readonly never[] = [];

/**
 * Returns the rows to render. A list that comes up renders the rows that can be seen, and the others afterwards: the first
 * ones of a long page stand sooner on a slow phone.
 */
export function useFirstRows<Row>(view: ListView<Row>): readonly Row[] {
  const settled = useDeferredValue(view.kind !== 'loading');
  if (view.kind !== 'rows') return none;
  return settled ? view.rows : view.rows.slice(0, firstRows);
}
