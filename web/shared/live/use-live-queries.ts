import { focusManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useLiveState, useLiveTopic } from './live';

/** Changes within this time are answered by one reload, in milliseconds. */
const gatherTime = 250;

/** Interval of polling while the event stream is down, in milliseconds. */
const pollingInterval = 5000;

/**
 * Reloads the queries under some keys when the server reports a change of the topic, and by polling while the event
 * stream is down. `pause` is the least time between two reloads, in milliseconds.
 *
 * Reloads never overlap or cancel each other. Otherwise, while changes arrive faster than answers, a list that restarts
 * on each would never finish.
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
