/** Equal bands beside each other, with equal gaps between them. */
export interface Bands {
  /** From the start of a band to that of the next. */
  step: number;
  width: number;
  /** Returns where a band starts. */
  start: (index: number) => number;
}

/** Divides a length into bands. The gap is a share of a step; a single band stands in the middle. */
export function bandsOf(count: number, from: number, length: number, gapShare: number): Bands {
  const steps = Math.max(1, count - gapShare);
  const step = length / steps;
  const free = length - step * (count - gapShare);
  return { step, width: step * (1 - gapShare), start: (index) => from + Math.max(0, free) / 2 + step * index };
}
