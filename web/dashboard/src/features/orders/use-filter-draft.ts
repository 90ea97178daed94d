import { useState } from 'react';

import { type DateRangeRule, latestRange } from '@/shared/form/date-range';

import type { OrderFilters } from './order-rules';

/** Days that a form without dates starts with: yesterday and today, so that 'Show Data' is one press away. */
const suggestedDays = 2;

/**
 * The filters as they are being chosen. The URL stays the only store of those in force: when it changes
 * by another way (Back, a link, Clear filters) the draft follows it.
 */
export function useFilterDraft(applied: OrderFilters, rule: DateRangeRule) {
  const inForce = JSON.stringify(applied);
  const [followed, setFollowed] = useState(inForce);
  const [draft, setDraft] = useState(() => start(applied, rule));
  if (followed !== inForce) {
    setFollowed(inForce);
    setDraft(start(applied, rule));
  }
  return { draft, change: (part: Partial<OrderFilters>) => setDraft((before) => ({ ...before, ...part })) };
}

function start(applied: OrderFilters, rule: DateRangeRule): OrderFilters {
  return { ...applied, range: applied.range ?? latestRange(suggestedDays, rule) };
}
