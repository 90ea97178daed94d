import { focusManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useLiveState, useLiveTopic } from './live';

/** Hints that arrive within this long are answered by one load, in milliseconds. */
const gatherTime = 250;

/** How often a screen asks by itself while the event stream is down, in milliseconds. */
const pollingInterval = 5000;

/**
 * Keeps the queries under some keys up to date while things of a topic change: loads what is visible again on every
 * hint of the server, and by itself while the event stream is down. `pause` is the least time between two loads.
 *
 * Loads never overlap and never cancel each other: on a busy day a hint arrives before the last answer did, and a list
 * that always restarts never ends.
 */
export function useLiveQueries(topic: string, queryKeys: readonly QueryKey[], pause = gatherTime): void {
  const client = useQueryClient();
  const work = useRef({ running: false, again: false });
  function changed(): void {
    const state = work.current;
    state.again = true;
    if (state.running) return;
    state.running = true;
    void reload();
    async function reload(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, pause));
      state.again = false;
      await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (state.again) return reload();
      state.running = false;
      return undefined;
    }
  }
  useLiveTopic(topic, changed);
  const polling = useLiveState() === 'polling';
  const poll = useEffectEvent(() => {
    if (focusManager.isFocused()) changed();
  });
  useEffect(() => {
    if (!polling) return undefined;
    const timer = setInterval(() => poll(), pollingInterval);
    return () => clearInterval(timer);
  }, [polling]);
}
