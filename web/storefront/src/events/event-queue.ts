import type { ShopEvent } from './shop-event';

interface Options {
  /** Keeps the session of this tab. */
  store: Pick<Storage, 'getItem' | 'setItem'>;
  key: string;
  /** Hands a batch to the browser. False: the browser does not take it now. */
  send: (text: string) => boolean;
  /** Milliseconds since any moment. */
  now: () => number;
}

/** Events that wait to be sent. */
export interface EventQueue {
  /** Adds an event and returns how many wait. */
  add: (event: ShopEvent) => number;
  /** Sends what waits. What the browser does not take keeps waiting. */
  flush: () => void;
}

// Limits of the server.
const maxBatch = 40;
const maxSession = 500;

/** Makes the queue of a page. Without storage nothing is counted, because each page would be a session of its own. */
export function makeQueue({ store, key, send, now }: Options): EventQueue {
  let waiting: (ShopEvent & { seq: number; at: number })[] = [];
  /** Reads the session and its next number. Other pages of the tab count on, so it is read each time. */
  const session = (): [id: string, next: number] => {
    const [id = '', next = ''] = (store.getItem(key) ?? '').split(' ');
    return /^[\w-]{22}$/u.test(id) ? [id, Number(next) || 0] : [newId(), 0];
  };
  return {
    add(event) {
      try {
        const [id, seq] = session();
        if (seq < maxSession) {
          store.setItem(key, `${id} ${seq + 1}`);
          waiting.push({ ...event, seq, at: now() });
        }
      } catch {
        // The browser refuses its storage.
      }
      return waiting.length;
    },
    flush() {
      while (waiting.length > 0) {
        const events = waiting
          .slice(0, maxBatch)
          .map(({ at, ...event }) => ({ ...event, ago: Math.max(0, Math.round(now() - at)) }));
        const [id] = session();
        if (!send(JSON.stringify({ session: id, events }))) return;
        waiting = waiting.slice(maxBatch);
      }
    },
  };
}

/** Returns 22 random characters, of which nobody can tell who or where the shopper is. */
function newId(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => alphabet[byte % alphabet.length]).join('');
}
