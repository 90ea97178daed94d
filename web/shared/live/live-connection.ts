import { ApiProblem, isUnauthenticated, problemFrom } from '@shared/api/problem';
import { presenceHeaders } from '@shared/session/presence';

import { EventStreamReader } from './event-stream';

/** The state of the stream. `idle`: no listener; `polling`: the stream is down, so screens poll. */
export type LiveState = 'idle' | 'connecting' | 'live' | 'polling';

/** What a connection needs from the app. */
export interface LiveParts {
  url: () => string;
  token: () => string | undefined;
  /** Further headers, which say whose changes are reported. */
  headers: () => Record<string, string>;
  fetch: typeof fetch;
  /** Called when the server refuses the token. */
  refused: (problem: ApiProblem) => void;
}

const firstDelay = 1_000;
const longestDelay = 30_000;
/** The server sends a heartbeat every 20 s. After two missed ones the connection counts as broken. */
const silenceLimit = 45_000;
/** The event of a server that may have missed changes. */
const everything = 'everything';
/** How long the stream stays open for the next page after the last listener has gone, in milliseconds. */
const lingerTime = 30_000;
/** Failed attempts before the page falls back to polling. */
const attemptsBeforePolling = 2;

/** Returns the delay before attempt n, in milliseconds: exponential back-off up to 30 s, with jitter. */
export function reconnectDelay(attempt: number, random = Math.random()): number {
  const full = Math.min(longestDelay, firstDelay * 2 ** attempt);
  return full / 2 + (full / 2) * random;
}

/**
 * The event stream of the page, shared by all listeners. Events are hints: a listener reloads the data of the topic.
 * After a reconnection, and when the server says so, all listeners are called, because events may have been missed.
 */
export class LiveConnection {
  readonly #parts: LiveParts;
  readonly #topics = new Map<string, Set<() => void>>();
  readonly #followers = new Map<string, Set<() => void>>();
  readonly #stateListeners = new Set<() => void>();
  #state: LiveState = 'idle';
  #failures = 0;
  #wasLive = false;
  #current: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  readonly state = (): LiveState => this.#state;

  readonly watchState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /**
   * Calls the listener on each change of the topic; returns how to stop. The first listener opens the stream. It closes
   * some time after the last one has gone: the next page takes it over, and needs not load its data once more.
   */
  listen(topic: string, listener: () => void): () => void {
    clearTimeout(this.#lingering);
    const listeners = this.#topics.get(topic) ?? new Set();
    listeners.add(listener);
    this.#topics.set(topic, listeners);
    if (this.#state === 'idle') this.open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#topics.delete(topic);
      if (this.#topics.size === 0) this.#linger();
    };
  }

  /**
   * Calls the listener on each change of the topic while others keep the stream open, and opens it for nobody; returns how
   * to stop.
   */
  follow(topic: string, listener: () => void): () => void {
    const followers = this.#followers.get(topic) ?? new Set();
    followers.add(listener);
    this.#followers.set(topic, followers);
    return () => followers.delete(listener);
  }

  #linger(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.close(), lingerTime);
  }

  /** Opens the stream if there are listeners and it is not open. */
  open(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    if (this.#topics.size === 0) {
      this.#enter('idle');
      return;
    }
    this.#enter(this.#failures >= attemptsBeforePolling ? 'polling' : 'connecting');
    const controller = new AbortController();
    this.#current = controller;
    void this.#run(controller);
  }

  /** Closes the stream. */
  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#lingering);
    this.#current?.abort();
    this.#current = undefined;
    // Without a listener nobody misses a change, so the next opening is a first one.
    if (this.#topics.size === 0) this.#wasLive = false;
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
      // The server answers but has no stream for this page, so the page polls at once.
      if (error instanceof ApiProblem) this.#failures = Math.max(this.#failures, attemptsBeforePolling - 1);
    }
    if (this.#current !== controller) return;
    this.#current = undefined;
    this.#failures += 1;
    this.#enter(this.#failures >= attemptsBeforePolling ? 'polling' : 'connecting');
    this.#timer = setTimeout(() => this.open(), reconnectDelay(this.#failures - 1));
  }

  async #read(controller: AbortController): Promise<void> {
    const { token, headers: modeHeaders, url } = this.#parts;
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token() ?? ''}`,
      ...modeHeaders(),
      ...presenceHeaders(),
    };
    const response = await this.#parts.fetch(url(), { headers, signal: controller.signal, cache: 'no-store' });
    if (!response.ok || !response.body) {
      throw problemFrom(response.status, await response.json().catch(() => undefined));
    }
    this.#connected();
    const events = new EventStreamReader();
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const silence = setTimeout(() => controller.abort(), silenceLimit);
      // The chunks of a stream arrive one after the other.
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await pieces.read().finally(() => clearTimeout(silence));
      if (done) return;
      // Reset the back-off only after data arrived: a connection that opens and closes at once must keep backing off.
      this.#failures = 0;
      for (const event of events.push(value)) {
        if (event.name === everything) this.#tellAll();
        else this.#tell(event.name);
      }
    }
  }

  #connected(): void {
    this.#enter('live');
    if (this.#wasLive) this.#tellAll();
    this.#wasLive = true;
  }

  #tellAll(): void {
    for (const topic of new Set([...this.#topics.keys(), ...this.#followers.keys()])) this.#tell(topic);
  }

  #tell(topic: string): void {
    for (const listener of this.#topics.get(topic) ?? []) listener();
    for (const listener of this.#followers.get(topic) ?? []) listener();
  }
}
