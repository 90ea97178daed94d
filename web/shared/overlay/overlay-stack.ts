// Mantine's own stacks can't do this: `Modal.Stack` and `Drawer.Stack` don't know of each other, so Esc in a dialog would
// also close the drawer below it. They hide all but the top overlay, take no part in overlays with a head of their own
// (`Modal.Root`), and need one parent around all that may be open together.
import { useEffectEvent, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** The z-index that Mantine gives modals and drawers. Popovers and notices have higher ones. */
const baseLevel = 200;

interface Layer {
  id: string;
  onEscape: () => void;
}

let layers: readonly Layer[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Layer[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Mantine sets this attribute on elements that handle Esc themselves, such as an open list of options. */
const keepsEscape = '[data-mantine-stop-propagation="true"]';

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (event.target instanceof Element && event.target.matches(keepsEscape)) return;
  // A search field clears its text first, so that what was chosen around it stays.
  if (event.target instanceof HTMLInputElement && event.target.type === 'search' && event.target.value !== '') return;
  layers.at(-1)?.onEscape();
}

// There is one listener for all overlays. With one listener each, the key press that closes the top overlay would also
// reach the next one.
window.addEventListener('keydown', closeTop, { capture: true });

/**
 * Puts an overlay on the stack while it is open. The overlay that was opened last is on top, and only it handles Esc.
 * Returns its z-index.
 */
export function useOverlayLayer(opened: boolean, onEscape: () => void): number {
  const id = useId();
  const escape = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    change([...layers, { id, onEscape: () => escape() }]);
    return () => change(layers.filter((layer) => layer.id !== id));
  }, [opened, id]);
  const index = useSyncExternalStore(subscribe, () => layers.findIndex((layer) => layer.id === id));
  // Keep the z-index during the closing animation.
  const [last, setLast] = useState(0);
  if (index !== -1 && index !== last) setLast(index);
  return baseLevel + last;
}
