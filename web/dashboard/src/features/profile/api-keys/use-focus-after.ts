import { useEffect, useRef } from 'react';

/**
 * Moves the focus to an element when a dialog closes that followed another one: what had the focus when it opened is
 * gone.
 */
export function useFocusAfter(opened: boolean, elementId: string): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current && !opened) document.querySelector<HTMLElement>(`#${CSS.escape(elementId)}`)?.focus();
    before.current = opened;
  }, [opened, elementId]);
}
