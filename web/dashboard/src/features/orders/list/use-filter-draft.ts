import { useState } from 'react';

import type { DateRange } from '@shared/form/date-range';

import type { OrderFilters } from '../order-rules';

/**
 * The filters in the form, before 'Show Data'. The URL holds the filters in force. When the URL changes in another way
 * (Back, a link, Clear filters), the form follows. `suggested` is the range of a form whose URL has none.
 */
export function useFilterDraft(applied: OrderFilters, suggested: DateRange | null) {
  const inForce = JSON.stringify([applied, suggested === null]);
  const [followed, setFollowed] = useState(inForce);
  const [draft, setDraft] = useState(() => start(applied, suggested));
  if (followed !== inForce) {
    setFollowed(inForce);
    setDraft(start(applied, suggested));
  }
  return { draft, change: (part: Partial<OrderFilters>) => setDraft((before) => ({ ...before, ...part })) };
}

function start(applied: OrderFilters, suggested: DateRange | null): OrderFilters {
  return { ...applied, range: applied.range ?? suggested };
}
