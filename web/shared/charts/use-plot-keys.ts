import { type KeyboardEvent, useState } from 'react';

import { type StackColumn, totalOf } from './stack-layout';

/** What the pointer or the keys are on: a bar, and maybe one part of it. */
export interface ActivePlace {
  column: number;
  series: number | null;
}

const jump = 6;

/** The place that a key leads to, or null where the key means nothing to a chart. */
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
      return { ...place, series: partBeside(place, columns, 1) };
    case 'ArrowDown':
      return { ...place, series: partBeside(place, columns, -1) };
    default:
      return null;
  }
}

/** Up and down walk through the parts of a bar that there are, and past the ends to the whole bar. */
function partBeside(place: ActivePlace, columns: readonly StackColumn[], by: 1 | -1): number | null {
  const values = columns[place.column]?.values ?? [];
  const parts: (number | null)[] = [null, ...values.keys()].filter((part) => part === null || (values[part] ?? 0) > 0);
  const at = parts.indexOf(place.series);
  return parts.at((at + by) % parts.length) ?? null;
}

/** Where a chart starts for the keyboard: at the last bar that has something. */
export function firstPlace(columns: readonly StackColumn[]): ActivePlace {
  const last = columns.findLastIndex((column) => totalOf(column) > 0);
  return { column: Math.max(0, last), series: null };
}

/** The active place of a chart, moved by the keys of its one tab stop. */
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
