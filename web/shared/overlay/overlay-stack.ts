import { useEffectEvent, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Mantine's own level of modals and drawers; popovers and notices stand above it. */
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

/** Mantine marks with it what keeps Esc to itself, such as an open list of options. */
const keepsEscape = '[data-mantine-stop-propagation="true"]';

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (event.target instanceof Element && event.target.matches(keepsEscape)) return;
  layers.at(-1)?.onEscape();
}

// One listener for all: with one for each overlay, a press that closes the top one would reach the next as the new top.
window.addEventListener('keydown', closeTop, { capture: true });

/**
 * Puts an overlay on the stack while it is open: what opened last stands above the others and alone hears Esc.
 * Gives the level (z-index) of the overlay.
 */
export function useOverlayLayer(opened: boolean, onEscape: () => void): number {
  const id = useId();
  const escape = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    change([...layers, { id, onEscape: () => escape() }]);
    return () => change(layers.filter((layer) => layer.id !== id));
  }, [opened, id]);
  const place = useSyncExternalStore(subscribe, () => layers.findIndex((layer) => layer.id === id));
  // It keeps its level while it fades away.
  const [last, setLast] = useState(0);
  if (place !== -1 && place !== last) setLast(place);
  return baseLevel + last;
}
