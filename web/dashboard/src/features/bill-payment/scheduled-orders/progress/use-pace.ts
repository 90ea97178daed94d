import { useState } from 'react';

import { type Pace, paceOf, type Sample, withSample } from './pace-rules';

/** Returns the pace of a run from what this page saw of it: how many lines had ended at each load. */
export function usePace(ended: number, total: number, loadedAt: number): Pace | null {
  const [samples, setSamples] = useState<Sample[]>([]);
  if (loadedAt > 0 && samples.at(-1)?.at !== loadedAt) setSamples(withSample(samples, { at: loadedAt, ended }));
  return paceOf(samples, total);
}
