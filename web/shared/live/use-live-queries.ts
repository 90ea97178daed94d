import { focusManager, hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { type Topic, useLiveState, useLiveTopics } from './live';

/** Changes within this time are answered by one reload, in milliseconds. */
const gatherTime = 250;

/** Interval of polling while the event stream is down, in milliseconds. */
const pollingInterval = 5000;

interface Work {
  running: boolean;
  again: boolean;
}

/** The reloads of a query cache by query key, shared by all hooks: two on one key would cancel each other's loads. */
const works = new WeakMap<QueryClient, Map<string, Work>>();

function workOf(client: QueryClient, queryKey: QueryKey): Work {
  const worksByKey = works.get(client) ?? new Map<string, Work>();
  works.set(client, worksByKey);
  const work = worksByKey.get(hashKey(queryKey)) ?? { running: false, again: false };
  worksByKey.set(hashKey(queryKey), work);
  return work;
}

/** Reloads the queries under a key after a pause, and once more if it is asked for meanwhile. */
async function reload(client: QueryClient, queryKey: QueryKey, pause: number): Promise<void> {
  const work = workOf(client, queryKey);
  work.again = true;
  if (work.running) return;
  work.running = true;
  while (work.again) {
    // One reload after the other is the point.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, pause));
    work.again = false;
    // oxlint-disable-next-line no-await-in-loop
    await client.invalidateQueries({ queryKey });
  }
  work.running = false;
}

/**
 * Reloads the queries under some keys when the server reports a change of one of the topics, and by polling while the event
 * stream is down. `pause` is the least time between two reloads, in milliseconds.
 *
 * Reloads of one key never overlap or cancel each other, however many hooks name it. Otherwise, while changes arrive
 * faster than answers, a list that restarts on each would never finish.
 */
export function useLiveQueries(topics: readonly Topic[], queryKeys: readonly QueryKey[], pause = gatherTime): void {
  const client = useQueryClient();
  function changed(): void {
    for (const queryKey of queryKeys) void reload(client, queryKey, pause);
  }
  useLiveTopics(topics, changed);
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
