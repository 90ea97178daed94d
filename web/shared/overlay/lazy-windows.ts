import type { ComponentType } from 'react';

import { type LazyPart, lazyOverlay } from '@shared/state/lazy-part';

/** Loads a part that is a dialog when it is first rendered, and the window of dialogs beside it. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return lazyOverlay(() => besideWindow(load, import('./dialog-window')));
}

/** Loads a part that is a drawer when it is first rendered, and the window of drawers beside it. */
export function lazyDrawer<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return lazyOverlay(() => besideWindow(load, import('./drawer-window')));
}

/** The part asks for its window only when it is rendered: a step more for what an address opens. */
async function besideWindow<Part>(load: () => Promise<Part>, window: Promise<unknown>): Promise<Part> {
  const [part] = await Promise.all([load(), window]);
  return part;
}
