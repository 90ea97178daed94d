/** How many lines had ended at a time, in milliseconds. */
export interface Sample {
  at: number;
  ended: number;
}

/** How fast a run is, and how long it still takes. */
export interface Pace {
  perSecond: number;
  secondsLeft: number;
}

/** The rate is shown after this time, in milliseconds. */
const leastSpan = 10_000;

/** The rate is that of this time, in milliseconds, so that it follows a supplier that becomes slower. */
const longestSpan = 60_000;

/** Adds a sample and drops those that are too old. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  return [...samples.filter(({ at }) => next.at - at <= longestSpan), next];
}

/** The pace of a run; null while too little was seen of it, or nothing moves. */
export function paceOf(samples: readonly Sample[], total: number): Pace | null {
  const first = samples.at(0);
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < leastSpan || last.ended <= first.ended) return null;
  const perSecond = ((last.ended - first.ended) * 1000) / (last.at - first.at);
  return { perSecond, secondsLeft: Math.ceil((total - last.ended) / perSecond) };
}
