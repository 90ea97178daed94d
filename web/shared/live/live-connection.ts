import { type ApiProblem, isUnauthenticated, problemFrom } from '@shared/api/problem';
import { presenceHeaders } from '@shared/session/presence';

import { EventStreamReader } from './event-stream';

/** How the page learns of changes: nobody asks yet, by the stream, or by asking again and again. */
export type LiveState = 'idle' | 'connecting' | 'live' | 'polling';

/** What a connection needs from outside. */
export interface LiveParts {
  url: string;
  token: () => string | undefined;
  fetch: typeof fetch;
  /** A refusal that ends the session. */
  refused: (problem: ApiProblem) => void;
}

const firstDelay = 1_000;
const longestDelay = 30_000;
/** The server sends a heartbeat every 20 s: after two missed ones the line is dead. */
const silenceLimit = 45_000;
/** Attempts that may fail before the page falls back to polling. */
const patience = 2;

/** Wait before attempt n, doubling to half a minute, spread so that a thousand pages don't come back at once. */
export function reconnectDelay(attempt: number, random = Math.random()): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * The page's one event stream. Events are hints: a listener loads again what the topic names. After a break every
 * listener hears once, because what was missed can't be known.
 */
export class LiveConnection {
  readonly #parts: LiveParts;
  readonly #topics = new Map<string, Set<() => void>>();
  readonly #stateListeners = new Set<() => void>();
  #state: LiveState = 'idle';
  #lastId = '';
  #failures = 0;
  #wasLive = false;
  #current: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  readonly state = (): LiveState => this.#state;

  readonly watchState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /** Calls the listener whenever the topic changed. The first listener opens the stream, the last one closes it. */
  listen(topic: string, listener: () => void): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    listeners.add(listener);
    this.#topics.set(topic, listeners);
    if (this.#state === 'idle') this.open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#topics.delete(topic);
      if (this.#topics.size === 0) this.close();
    };
  }

  /** Opens the stream where somebody listens and none is open. */
  open(): void {
    if (this.#current || this.#topics.size === 0) return;
    clearTimeout(this.#timer);
    this.#enter(this.#failures >= patience ? 'polling' : 'connecting');
    const controller = new AbortController();
    this.#current = controller;
    void this.#run(controller);
  }

  /** Closes the stream; the place in it is kept for the next opening. */
  close(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = undefined;
    this.#enter('idle');
  }

  #enter(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }

  async #run(controller: AbortController): Promise<void> {
    try {
      await this.#read(controller);
    } catch (error) {
      if (isUnauthenticated(error) && this.#current === controller) {
        this.close();
        this.#parts.refused(error);
        return;
      }
    }
    if (this.#current !== controller) return;
    this.#current = undefined;
    this.#failures += 1;
    this.#enter(this.#failures >= patience ? 'polling' : 'connecting');
    this.#timer = setTimeout(() => this.open(), reconnectDelay(this.#failures - 1));
  }

  async #read(controller: AbortController): Promise<void> {
    const { token, url } = this.#parts;
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token() ?? ''}`,
      ...presenceHeaders(),
    };
    if (this.#lastId) headers['Last-Event-ID'] = this.#lastId;
    const response = await this.#parts.fetch(url, { headers, signal: controller.signal, cache: 'no-store' });
    if (!response.ok || !response.body) {
      throw problemFrom(response.status, await response.json().catch(() => undefined));
    }
    this.#connected();
    const events = new EventStreamReader();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const silence = setTimeout(() => controller.abort(), silenceLimit);
      // One piece after the other: that is what a stream is.
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await pieces.read().finally(() => clearTimeout(silence));
      if (done) return;
      // Only a line that says something counts as mended: one that opens and closes at once must keep backing off.
      this.#failures = 0;
      for (const event of events.push(value)) {
        if (event.id) this.#lastId = event.id;
        this.#tell(event.name);
      }
    }
  }

  #connected(): void {
    this.#enter('live');
    if (this.#wasLive) for (const topic of this.#topics.keys()) this.#tell(topic);
    this.#wasLive = true;
  }

  #tell(topic: string): void {
    for (const listener of this.#topics.get(topic) ?? []) listener();
  }
}
