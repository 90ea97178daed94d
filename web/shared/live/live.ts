import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { baseUrlOf, modeHeaders } from '@shared/api/client';
import type { ApiProblem } from '@shared/api/problem';
import type { Session } from '@shared/session/session';

import { LiveConnection, type LiveState } from './live-connection';

/** What the server reports changes of: the topics of the event stream. */
export type Topic =
  | 'orders'
  | 'exports'
  | 'deposits'
  | 'topups'
  | 'scheduled-orders'
  | 'settlements'
  | 'invoices'
  | 'announcements'
  // Of staff alone: one of them changed something.
  | 'staff';

/** A hidden page closes its stream after this time, in milliseconds: browsers limit the connections to one host. */
const hiddenTimeout = 30_000;

let path = '';
let token: () => string | undefined = () => undefined;
let headers: () => Record<string, string> = () => ({});
let refused: (problem: ApiProblem) => void = () => undefined;

const connection = new LiveConnection({
  url: () => baseUrlOf('main') + path,
  token: () => token(),
  headers: () => headers(),
  fetch: (input, init) => globalThis.fetch(input, init),
  refused: (problem) => refused(problem),
});

let hiding: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => connection.close(), hiddenTimeout);
  else connection.open();
});

/**
 * Connects the stream at a path to a session. `onRefused` is called when the server refuses the stream. Called once, at
 * the start.
 */
export function startLive(eventsPath: string, session: Session, onRefused: (problem: ApiProblem) => void): void {
  path = eventsPath;
  token = () => session.read().token;
  headers = () => modeHeaders(session);
  refused = onRefused;
  session.subscribe(() => {
    if (!token()) connection.close();
  });
}

/** Calls `onChange` when the server reports a change of one of the topics, and once after each reconnection. */
export function useLiveTopics(topics: readonly Topic[], onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  const named = topics.join();
  useEffect(() => {
    const stops = named.split(',').map((topic) => connection.listen(topic, () => changed()));
    return () => {
      for (const stop of stops) stop();
    };
  }, [named]);
}

/**
 * Calls `onChange` when the server reports a change of the topic while the page has the stream open for something else. A
 * page without a stream keeps none for this.
 */
export function useFollowedTopic(topic: Topic, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => connection.follow(topic, () => changed()), [topic]);
}

/** Returns the state of the stream. While it is `polling`, screens with live data must poll. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(connection.watchState, connection.state);
}
