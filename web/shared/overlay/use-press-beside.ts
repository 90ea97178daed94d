import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** The time within which a second press belongs to a double click, in milliseconds: the longest that systems allow by default. */
const doubleClickTime = 500;

/**
 * Returns the handler of a press beside a dialog or drawer, which closes it. The second press of a double click is
 * ignored: the first one opened the dialog, and the pointer is now beside it.
 */
export function usePressBeside(opened: boolean, close: () => void): (event: MouseEvent) => void {
  const openedAt = useRef(0);
  useLayoutEffect(() => {
    if (opened) openedAt.current = performance.now();
  }, [opened]);
  return (event) => {
    if (event.detail > 1 || performance.now() - openedAt.current < doubleClickTime) return;
    close();
  };
}
