import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';

/** Elements that Tab reaches. Form fields are excluded, because they need the arrow keys for the caret. */
const stops = 'a[href], button:not(:disabled), [tabindex]:not(input, select, textarea)';

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(stops)];
}

/** Leaves two tab stops in a row: the first control and `second`, by default the last control. */
function setStops(row: Element, second: HTMLElement | undefined): void {
  const [first, ...others] = controlsOf(row);
  const chosen = second && others.includes(second) ? second : others.at(-1);
  if (first) first.tabIndex = 0;
  for (const other of others) other.tabIndex = other === chosen ? 0 : -1;
}

interface RowKeys {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Limits each row to two tab stops: its first control, which is the link of a row that opens, and one other, at first
 * the last one. The left and right arrow keys reach all controls. `rows` are the rows that the list shows.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, rows: readonly object[]): RowKeys {
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    for (const row of list.current?.querySelectorAll('[data-row]') ?? []) setStops(row, undefined);
  }, [list, rows]);
  return {
    // Controls may have been added after the row was rendered.
    onFocus: ({ target }) => {
      const row = target.closest('[data-row]');
      if (row) setStops(row, target);
    },
    onKeyDown: (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (step === undefined || modified || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
      const row = event.target.closest('[data-row]');
      const controls = row ? controlsOf(row) : [];
      const place = controls.indexOf(event.target);
      const next = place === -1 ? undefined : controls[place + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
