import { storageKey } from '@shared/config/app-name';

import { browserStorage, type TextStorage } from './storage';

/** Who is signed in; what is not known is absent. */
export interface SessionValues {
  token?: string | undefined;
  username?: string | undefined;
  /** The token may do nothing but change the expired password. */
  passwordExpired: boolean;
}

/** An answer that is kept over a reload, and when it came, in milliseconds since 1970. */
export interface Kept<Value> {
  value: Value;
  at: number;
}

const prefix = storageKey('session.');
const names = ['token', 'username', 'passwordExpired'] as const satisfies (keyof SessionValues)[];

/** Told of every change, and whether this tab or another one made it. */
export type SessionListener = (origin: 'here' | 'elsewhere') => void;

/**
 * The one place that knows the stored session. Every tab sees the same one: signing out in one tab signs out all.
 * Reading is cheap and gives the same object until something changes.
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

  /** Takes over what another tab stored. */
  takeOver(): void {
    this.#refresh('elsewhere');
  }

  /** Starts a session, forgetting everything of a former one. */
  begin(token: string, username: string): void {
    this.#forget();
    this.#store({ token, username });
  }

  /**
   * Keeps an answer of the server, so that after a reload the page has something to show while it asks again. An
   * answer that comes after the end of its session is not kept.
   */
  keep(name: string, value: unknown, at = Date.now()): void {
    if (this.#values.token === undefined || this.#values.passwordExpired) return;
    this.#storage.setItem(prefix + name, JSON.stringify({ value, at }));
  }

  /** What was kept under a name, as it was given; undefined where there is none. */
  kept<Value>(name: string): Kept<Value> | undefined {
    const kept = this.#parse(name);
    // Nobody but `keep` writes these keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return typeof kept === 'object' && kept !== null ? (kept as Kept<Value>) : undefined;
  }

  /** Forgets what was kept under a name, so that the next load asks the server again; the session goes on. */
  drop(name: string): void {
    this.#storage.removeItem(prefix + name);
  }

  /** Ends the session but keeps the restricted token that may do nothing but change the password. */
  expirePassword(token: string): void {
    this.#forget();
    this.#store({ token, passwordExpired: true });
  }

  /** Notes that the expired password was changed: what is left of the session has nothing more to do. */
  passwordChanged(): void {
    if (this.#values.token) this.#store({ passwordExpired: false });
  }

  /** Ends the session that a token opened. Another one, which began meanwhile here or in another tab, goes on. */
  end(token: string | undefined): void {
    if (this.#values.token === token) this.clear();
  }

  /** Ends the session: nothing of it stays in the browser. */
  clear(): void {
    this.#forget();
    this.#refresh('here');
  }

  #decode(): SessionValues {
    const values: Record<string, unknown> = { passwordExpired: false };
    for (const name of names) values[name] = this.#parse(name) ?? values[name];
    // Nobody but this file writes these keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return values as unknown as SessionValues;
  }

  #parse(name: string): unknown {
    const text = this.#storage.getItem(prefix + name);
    if (text === null) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      // A value that someone else wrote under our key counts as absent.
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

/** Opens the session of this app in this browser. Called once, when the app starts. */
export function openSession(): Session {
  const session = new Session(browserStorage());
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(prefix)) session.takeOver();
  });
  return session;
}
