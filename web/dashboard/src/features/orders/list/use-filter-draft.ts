import { useState } from 'react';

import type { DateRange } from '@shared/form/date-range';

import type { OrderFilterValues } from '../order-rules';

/**
 * The filters in the form, before 'Show Data'. The URL holds the filters in force. What changes there in another way
 * (Back, a link, Clear filters) changes in the form too; what was chosen and not applied yet stays, also when a search
 * settles meanwhile. `suggested` is the range of a form whose URL has none.
 */
export function useFilterDraft(applied: OrderFilterValues, suggested: DateRange | null) {
  const inForce = start(applied, suggested);
  const [followed, setFollowed] = useState(inForce);
  const [draft, setDraft] = useState(inForce);
  if (!same(followed, inForce)) {
    setFollowed(inForce);
    setDraft(followInto(draft, followed, inForce));
  }
  return { draft, change: (part: Partial<OrderFilterValues>) => setDraft((before) => ({ ...before, ...part })) };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns a draft with the values that changed in the URL. */
function followInto(draft: OrderFilterValues, before: OrderFilterValues, now: OrderFilterValues): OrderFilterValues {
  const follow = <Name extends keyof OrderFilterValues>(name: Name) =>
    same(before[name], now[name]) ? draft[name] : now[name];
  // A search over all dates drops the suggested range alone, not one that was chosen.
  const hasOwnRange = now.range === null && !same(draft.range, before.range);
  return {
    status: follow('status'),
    walletType: follow('walletType'),
    range: hasOwnRange ? draft.range : follow('range'),
    hour: follow('hour'),
    paymentType: follow('paymentType'),
  };
}

function start(applied: OrderFilterValues, suggested: DateRange | null): OrderFilterValues {
  return { ...applied, range: applied.range ?? suggested };
}
