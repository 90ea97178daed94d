import { type KeyboardEvent, type PointerEvent, useState } from 'react';

import { useAnnouncement } from '@shared/notify/announce';

/** Returns the span that a key leads to; null closes the figures, undefined is a key without a meaning. */
export function spanAfter(key: string, at: number | null, count: number): number | null | undefined {
  const last = count - 1;
  const here = at ?? count;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, Math.min(last, here - 1));
    case 'ArrowRight':
      return at === null ? last : Math.min(last, here + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === null ? undefined : null;
    default:
      return undefined;
  }
}

/**
 * Holds the span of a drawing whose figures are shown: the one under the mouse, the one that was tapped, or the one that
 * the arrow keys reached. `spanAt` finds the span at a distance from the left edge; `wordsOf` says its figures to screen
 * readers while keys move.
 */
export function usePointedSpan(count: number, spanAt: (x: number) => number | null, textOf: (span: number) => string) {
  const [span, setSpan] = useState<number | null>(null);
  const [byKeys, setByKeys] = useState(false);
  const pointed = span !== null && span < count ? span : null;
  useAnnouncement(byKeys && pointed !== null ? textOf(pointed) : undefined);

  function point(next: number | null, keys = false): void {
    setSpan(next);
    setByKeys(keys);
  }

  function under(event: PointerEvent<SVGSVGElement>): number | null {
    return spanAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
  }

  const handlers = {
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (event.pointerType !== 'touch') point(under(event));
    },
    onPointerLeave: (event: PointerEvent<SVGSVGElement>) => {
      if (event.pointerType !== 'touch') point(null);
    },
    // A second tap on the same span closes its figures.
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (event.pointerType !== 'touch') return;
      const next = under(event);
      point(next === pointed ? null : next);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = count === 0 ? undefined : spanAfter(event.key, pointed, count);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      point(next, true);
    },
    onBlur: () => point(null),
  };
  return { pointed, handlers };
}
