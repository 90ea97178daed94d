import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { baseUrlOf } from '@shared/api/client';
import type { ApiProblem } from '@shared/api/problem';
import type { Session } from '@shared/session/session';

import { LiveConnection, type LiveState } from './live-connection';

/** A hidden page gives its stream back after this long: browsers allow few connections to one host. */
const hiddenPatience = 30_000;

let token: () => string | undefined = () => undefined;
let refused: (problem: ApiProblem) => void = () => undefined;

const connection = new LiveConnection({
  url: `${baseUrlOf('main')}/v1/events`,
  token: () => token(),
  fetch: (input, init) => globalThis.fetch(input, init),
  refused: (problem) => refused(problem),
});

let hiding: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => connection.close(), hiddenPatience);
  else connection.open();
});

/** Opens streams in the name of a session; `onRefused` hears of one that the server refuses. Called once, at the start. */
export function startLive(session: Session, onRefused: (problem: ApiProblem) => void): void {
  token = () => session.read().token;
  refused = onRefused;
  session.subscribe(() => {
    if (!token()) connection.close();
  });
}

/** Calls back whenever the server hints that something of a topic changed, and once after every break. */
export function useLiveTopic(topic: string, onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => connection.listen(topic, () => changed()), [topic]);
}

/** How the page learns of changes now. While it is `polling`, a screen that shows moving things asks by itself. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(connection.watchState, connection.state);
}
