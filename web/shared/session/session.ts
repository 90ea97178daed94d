import { storageKey } from '@shared/config/app-name';

import { browserStorage, type TextStorage } from './storage';

/** The values of a session; unknown ones are absent. */
export interface SessionValues {
  token?: string | undefined;
  username?: string | undefined;
  /** The token is restricted to changing the expired password. */
  passwordExpired: boolean;
  /** The user acts in the sandbox of the client: nothing that is shown or done is real. */
  sandbox?: boolean | undefined;
}

/** A stored answer of the server, and when it was received, in milliseconds since 1970. */
export interface StoredValue<Value> {
  value: Value;
  at: number;
}

const prefix = storageKey('session.');
const names = ['token', 'username', 'passwordExpired', 'sandbox'] as const satisfies (keyof SessionValues)[];

/** Called on every change, with whether this tab or another one made it. */
export type SessionListener = (origin: 'here' | 'elsewhere') => void;

/**
 * The session that is stored in the browser and shared by all tabs: signing out in one tab signs out all. `read` is
 * cheap and returns the same object until a value changes.
 */
export class Session {
  readonly #storage: TextStorage;
  readonly #listeners = new Set<SessionListener>();
  #values: SessionValues;

  constructor(storage: TextStorage) {
    this.#storage = storage;
    this.#values = this.#decode();
  }

  readonly read = (): SessionValues => this.#values;

  readonly subscribe = (listener: SessionListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the values that another tab stored. */
  takeOver(): void {
    this.#refresh('elsewhere');
  }

  /** Starts a session and removes everything of the one before. */
  begin(token: string, username: string): void {
    this.#forget();
    this.#store({ token, username });
  }

  /** Stores the new token of the session, which goes on. */
  renew(token: string): void {
    if (this.#values.token !== undefined) this.#store({ token });
  }

  /**
   * Stores an answer of the server, so that the page can show it after a reload while it asks again. An answer that
   * arrives after the end of its session is not stored.
   */
  keep(name: string, value: unknown, at = Date.now()): void {
    if (this.#values.token === undefined || this.#values.passwordExpired) return;
    this.#storage.setItem(prefix + name, JSON.stringify({ value, at }));
  }

  /** Returns what `keep` stored under a name, or undefined. */
  readStored<Value>(name: string): StoredValue<Value> | undefined {
    const storedValue = this.#parse(name);
    // Only `keep` writes these keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return typeof storedValue === 'object' && storedValue !== null ? (storedValue as StoredValue<Value>) : undefined;
  }

  /** Removes what `keep` stored under a name, so that the next page load asks the server. */
  drop(name: string): void {
    this.#storage.removeItem(prefix + name);
  }

  /** Replaces the session by a restricted token that can only change the expired password. */
  expirePassword(token: string): void {
    this.#forget();
    this.#store({ token, passwordExpired: true });
  }

  /** Enters the sandbox of the client, or leaves it. What pages have loaded is of the other one: load them anew. */
  switchSandbox(on: boolean): void {
    if (this.#values.token !== undefined) this.#store({ sandbox: on });
  }

  /** Records that the expired password was changed. The restricted token has no further use. */
  passwordChanged(): void {
    if (this.#values.token) this.#store({ passwordExpired: false });
  }

  /** Ends the session of a token. A newer session, started in this or another tab, goes on. */
  end(token: string | undefined): void {
    if (this.#values.token === token) this.clear();
  }

  /** Ends the session and removes all its values from the browser. */
  clear(): void {
    this.#forget();
    this.#refresh('here');
  }

  #decode(): SessionValues {
    const values: Record<string, unknown> = { passwordExpired: false };
    for (const name of names) values[name] = this.#parse(name) ?? values[name];
    // Only this file writes these keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return values as unknown as SessionValues;
  }

  #parse(name: string): unknown {
    const text = this.#storage.getItem(prefix + name);
    if (text === null) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      // An unreadable value counts as absent.
      this.#storage.removeItem(prefix + name);
      return undefined;
    }
  }

  #refresh(origin: 'here' | 'elsewhere'): void {
    this.#values = this.#decode();
    for (const listener of this.#listeners) listener(origin);
  }

  #forget(): void {
    for (const key of this.#storage.keys()) if (key.startsWith(prefix)) this.#storage.removeItem(key);
  }

  #store(values: Partial<SessionValues>): void {
    for (const [name, value] of Object.entries(values)) this.#storage.setItem(prefix + name, JSON.stringify(value));
    this.#refresh('here');
  }
}

/** Opens the session of this app. Called once, when the app starts. */
export function openSession(): Session {
  const session = new Session(browserStorage());
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(prefix)) session.takeOver();
  });
  return session;
}
