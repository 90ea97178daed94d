import { VisuallyHidden } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';

/** A text goes after this long, so that nobody who reads the page through meets what is over. */
const lifetime = 5000;

let said = '';
let fading: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function say(text: string): void {
  clearTimeout(fading);
  said = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has a screen reader say a text in its own time, such as 'Copied'. */
export function announce(text: string): void {
  // Readers say a change alone: the same text again differs by a space that nobody hears.
  say(text === said ? `${text}\u00A0` : text);
  fading = setTimeout(() => say(''), lifetime);
}

/** Announces a text that comes with a state of the page, each time it comes; undefined is silence. */
export function useAnnouncement(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text]);
}

/** The one polite live region of the page. It is there before it speaks, because readers don't hear a new one. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => said);
  useEffect(() => () => say(''), []);
  return <VisuallyHidden component="output">{text}</VisuallyHidden>;
}
