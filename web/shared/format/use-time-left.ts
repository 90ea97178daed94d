import { useEffect, useState } from 'react';

const second = 1000;

/**
 * Returns the milliseconds until a time, 0 after it, and renders again when the shown second changes. It reads the
 * clock each time, so it is right after the browser slept. `end` is in milliseconds since 1970; undefined gives 0.
 */
export function useTimeLeft(end: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const left = end === undefined ? 0 : Math.max(0, end - now);
  useEffect(() => {
    if (end === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const current = Date.now();
      setNow(current);
      // At the next change of the second that is shown.
      if (current < end) timer = setTimeout(tick, (end - current) % second || second);
    };
    tick();
    return () => clearTimeout(timer);
  }, [end]);
  return left;
}
