import { type KeyboardEvent, useState } from 'react';

import { type StackColumn, totalOf } from './stack-layout';

/** The highlighted bar, and the highlighted segment of it if any. */
export interface ActivePlace {
  column: number;
  series: number | null;
}

const jump = 6;

/** Returns the place that a key leads to, or null for keys without a meaning. */
export function placeAfter(key: string, place: ActivePlace, columns: readonly StackColumn[]): ActivePlace | null {
  const last = columns.length - 1;
  const to = (column: number) => ({ column: Math.min(last, Math.max(0, column)), series: null });
  switch (key) {
    case 'ArrowLeft':
      return to(place.column - 1);
    case 'ArrowRight':
      return to(place.column + 1);
    case 'PageDown':
      return to(place.column + jump);
    case 'PageUp':
      return to(place.column - jump);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowUp':
      return { ...place, series: nextSegment(place, columns, 1) };
    case 'ArrowDown':
      return { ...place, series: nextSegment(place, columns, -1) };
    default:
      return null;
  }
}

/** Up and down go through the non-empty segments of a bar, and past the ends to the whole bar. */
function nextSegment(place: ActivePlace, columns: readonly StackColumn[], by: 1 | -1): number | null {
  const values = columns[place.column]?.values ?? [];
  const parts: (number | null)[] = [null, ...values.keys()].filter((part) => part === null || (values[part] ?? 0) > 0);
  const at = parts.indexOf(place.series);
  return parts.at((at + by) % parts.length) ?? null;
}

/** Returns where keyboard navigation starts: the last bar that is not empty. */
export function firstPlace(columns: readonly StackColumn[]): ActivePlace {
  const last = columns.findLastIndex((column) => totalOf(column) > 0);
  return { column: Math.max(0, last), series: null };
}

/** Holds the highlighted place of a chart and moves it by keys. The chart is one tab stop. */
export function usePlotKeys(columns: readonly StackColumn[], onPick: (place: ActivePlace) => void) {
  const [active, setActive] = useState<ActivePlace | null>(null);
  const place = active !== null && active.column < columns.length ? active : null;

  function onKeyDown(event: KeyboardEvent): void {
    const here = place ?? firstPlace(columns);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(here);
      return;
    }
    if (event.key === 'Escape') {
      setActive(null);
      return;
    }
    const next = placeAfter(event.key, here, columns);
    if (!next) return;
    event.preventDefault();
    setActive(next);
  }

  return { active: place, setActive, onKeyDown };
}
