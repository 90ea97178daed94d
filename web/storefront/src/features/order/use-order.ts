import { useEffect, useState } from 'react';

import { CallError, readOrder, type ShopOrder } from '@/calls/shop-calls';
import type { Language } from '@/language/language';

/** What is known of an order: nothing yet, the order, or that there is none. `isOffline`: the last read had no answer. */
export interface KnownOrder {
  order: ShopOrder | null;
  isMissing: boolean;
  isOffline: boolean;
}

/** Milliseconds until the next read, by state. The ends are not read again. */
const waits: Record<string, number> = { waiting: 4000, expired: 10_000, paid: 2000, processing: 2000 };
const offlineWait = 4000;

/** Reads an order again and again until it has ended, and not while the page is hidden. */
export function useOrder(code: string, token: string, language: Language): KnownOrder {
  const [state, setState] = useState<KnownOrder>({ order: null, isMissing: false, isOffline: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let isReading = false;
    const read = async () => {
      clearTimeout(timer);
      if (isReading || isOver) return;
      isReading = true;
      let wait: number | undefined = offlineWait;
      try {
        const order = await readOrder(code, language, token);
        wait = waits[order.status];
        if (!isOver) setState({ order, isMissing: false, isOffline: false });
      } catch (error) {
        const isMissing = error instanceof CallError && error.code === 'NotFoundError';
        if (isMissing) wait = undefined;
        if (!isOver) setState((before) => ({ ...before, isMissing, isOffline: !isMissing }));
      }
      isReading = false;
      if (wait === undefined) stop();
      else if (!isOver && !document.hidden) timer = setTimeout(() => void read(), wait);
    };
    const look = () => {
      if (document.hidden) clearTimeout(timer);
      else void read();
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
    document.addEventListener('visibilitychange', look);
    void read();
    return stop;
  }, [code, token, language]);
  return state;
}
