import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { useLiveTopic } from '@shared/live/live';

import { orderKeys } from '../order-queries';

/** Hints that arrive within this long are answered by one load, and one load ends before the next begins. */
const gatherTime = 250;

/** Counting two days of orders costs more than reading ten of them, and a bar grows slowly: the chart may be late. */
const hoursGatherTime = 5000;

const listsAndDetail = [orderKeys.lists, orderKeys.details];
const hours = [orderKeys.hours];

/** Keeps what is on the screen up to date while orders change: rows and the open order at once, the chart in a while. */
export function useLiveOrders(): void {
  useReload(listsAndDetail, gatherTime);
  useReload(hours, hoursGatherTime);
}

/**
 * Loads what is visible again whenever the server hints that orders changed. Loads never overlap and never cancel
 * each other: on a busy day a hint arrives before the last answer did, and a list that always restarts never ends.
 */
function useReload(queries: readonly (readonly string[])[], pause: number): void {
  const client = useQueryClient();
  const work = useRef({ running: false, again: false });
  useLiveTopic('orders', () => {
    const state = work.current;
    state.again = true;
    if (state.running) return;
    state.running = true;
    void reload();
    async function reload(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, pause));
      state.again = false;
      await Promise.all(queries.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (state.again) return reload();
      state.running = false;
      return undefined;
    }
  });
}
