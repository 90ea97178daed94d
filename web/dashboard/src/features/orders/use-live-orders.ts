import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { useLiveTopic } from '@/shared/live/live';

import { orderKeys } from './order-queries';

/** Hints that arrive within this long are answered by one load, and one load ends before the next begins. */
const gatherTime = 250;

/**
 * Loads the visible list again whenever the server hints that orders changed. Loads never overlap and never cancel
 * each other: on a busy day a hint arrives before the last answer did, and a list that always restarts never ends.
 */
export function useLiveOrders(): void {
  const client = useQueryClient();
  const work = useRef({ running: false, again: false });
  useLiveTopic('orders', () => {
    const state = work.current;
    state.again = true;
    if (state.running) return;
    state.running = true;
    void reload();
    async function reload(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, gatherTime));
      state.again = false;
      await client.invalidateQueries({ queryKey: orderKeys.lists });
      if (state.again) return reload();
      state.running = false;
      return undefined;
    }
  });
}
