import { useState } from 'react';

import type { DateRange } from '@shared/form/date-range';

import type { OrderFilters } from '../order-rules';

/**
 * The filters as they are being chosen. The URL stays the only store of those in force: when it changes
 * by another way (Back, a link, Clear filters) the draft follows it. `suggested` is the range of a form without one.
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
