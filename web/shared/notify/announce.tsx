import { VisuallyHidden } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';

/** A text is removed after this time, in milliseconds, so that it is not found later by a screen reader. */
const lifetime = 5000;

let announcement = '';
let fading: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function say(text: string): void {
  clearTimeout(fading);
  announcement = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces a text to screen readers, politely. For example "Copied". */
export function announce(text: string): void {
  // Screen readers announce changes only. A repeated text differs by a trailing space.
  say(text === announcement ? `${text}\u00A0` : text);
  fading = setTimeout(() => say(''), lifetime);
}

/** Announces a text that depends on the state of the page, whenever it changes. Undefined announces nothing. */
export function useAnnouncement(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text]);
}

/**
 * The one polite live region of the page. It is always mounted, because screen readers miss the text of a new region.
 */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => announcement);
  useEffect(() => () => say(''), []);
  return <VisuallyHidden component="output">{text}</VisuallyHidden>;
}
