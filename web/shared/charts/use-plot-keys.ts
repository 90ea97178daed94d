import { type KeyboardEvent, useState } from 'react';

import { type StackColumn, totalOf } from './stack-layout';

/** The highlighted bar, and the highlighted segment of it if any. */
export interface ActivePosition {
  column: number;
  series: number | null;
}

const jump = 6;

/** Returns the position that a key leads to, or null for keys without a meaning. */
export function positionAfter(
  key: string,
  position: ActivePosition,
  columns: readonly StackColumn[],
): ActivePosition | null {
  const last = columns.length - 1;
  const to = (column: number) => ({ column: Math.min(last, Math.max(0, column)), series: null });
  switch (key) {
    case 'ArrowLeft':
      return to(position.column - 1);
    case 'ArrowRight':
      return to(position.column + 1);
    case 'PageDown':
      return to(position.column + jump);
    case 'PageUp':
      return to(position.column - jump);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowUp':
      return { ...position, series: nextSegment(position, columns, 1) };
    case 'ArrowDown':
      return { ...position, series: nextSegment(position, columns, -1) };
    default:
      return null;
  }
}

/** Up and down go through the non-empty segments of a bar, and past the ends to the whole bar. */
function nextSegment(position: ActivePosition, columns: readonly StackColumn[], by: 1 | -1): number | null {
  const values = columns[position.column]?.values ?? [];
  const parts: (number | null)[] = [null, ...values.keys()].filter((part) => part === null || (values[part] ?? 0) > 0);
  const at = parts.indexOf(position.series);
  return parts.at((at + by) % parts.length) ?? null;
}

/** Returns where keyboard navigation starts: the last bar that is not empty. */
export function firstPosition(columns: readonly StackColumn[]): ActivePosition {
  const last = columns.findLastIndex((column) => totalOf(column) > 0);
  return { column: Math.max(0, last), series: null };
}

/** Holds the highlighted position of a chart and moves it by keys. The chart is one tab stop. */
export function usePlotKeys(columns: readonly StackColumn[], onPick: (position: ActivePosition) => void) {
  const [active, setActive] = useState<ActivePosition | null>(null);
  const position = active !== null && active.column < columns.length ? active : null;

  function onKeyDown(event: KeyboardEvent): void {
    const here = position ?? firstPosition(columns);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPick(here);
      return;
    }
    if (event.key === 'Escape') {
      setActive(null);
      return;
    }
    const next = positionAfter(event.key, here, columns);
    if (!next) return;
    event.preventDefault();
    setActive(next);
  }

  return { active: position, setActive, onKeyDown };
}
