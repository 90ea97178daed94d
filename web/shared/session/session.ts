import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';

import { browserStorage, type TextStorage } from './storage';

/** How long the stored user and client detail count as fresh, in milliseconds. */
export const detailLifetime = 5 * 60 * 1000;

/** The stored values of a session; what is not known is absent or empty. */
export interface SessionValues {
  token?: string | undefined;
  username?: string | undefined;
  fullName?: string | undefined;
  role: string[];
  permissions?: number[] | undefined;
  roleName?: string | undefined;
  email?: string | undefined;
  clientDetail?: Dated<ClientDetail> | undefined;
  userDetail?: Dated<UserDetail> | undefined;
  passwordExpired: boolean;
}

/** A value and when it was stored, in milliseconds since 1970. */
export interface Dated<Value> {
  value: Value;
  at: number;
}

const prefix = 'loket.session.';
const names = [
  'token',
  'username',
  'fullName',
  'role',
  'permissions',
  'roleName',
  'email',
  'clientDetail',
  'userDetail',
  'passwordExpired',
] as const satisfies (keyof SessionValues)[];

const nobody: SessionValues = { role: [], passwordExpired: false };

function decode(storage: TextStorage): SessionValues {
  const values: Record<string, unknown> = { ...nobody };
  for (const name of names) {
    const text = storage.getItem(prefix + name);
    if (text === null) continue;
    try {
      values[name] = JSON.parse(text);
    } catch {
      // A value that someone else wrote under our key counts as absent.
      storage.removeItem(prefix + name);
    }
  }
  // Nobody but this file writes these keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return values as unknown as SessionValues;
}

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
    this.#values = decode(storage);
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

  /** Keeps the ids that the permission call named. */
  grant(permissions: number[]): void {
    if (this.#isOpen()) this.#store({ permissions });
  }

  /** Keeps the current user and their client, as of `now`. */
  know(user: CurrentUser, now: number): void {
    if (!this.#isOpen()) return;
    const { Client: client, ...detail } = user;
    this.#store({
      username: user.username,
      fullName: user.fullName,
      role: user.role,
      roleName: user.roleName,
      email: user.email,
      userDetail: { value: detail, at: now },
      clientDetail: { value: client, at: now },
    });
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

  /** Forgets user and client, so that the next load asks the server again; the session goes on. */
  forgetDetails(): void {
    for (const name of ['clientDetail', 'userDetail'] as const) this.#storage.removeItem(prefix + name);
    this.#refresh('here');
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

  /** An answer that comes after the end of its session must not bring parts of it back. */
  #isOpen(): boolean {
    return this.#values.token !== undefined && !this.#values.passwordExpired;
  }

  #refresh(origin: 'here' | 'elsewhere'): void {
    this.#values = decode(this.#storage);
    for (const listener of this.#listeners) listener(origin);
  }

  #forget(): void {
    for (const name of names) this.#storage.removeItem(prefix + name);
  }

  #store(values: Partial<SessionValues>): void {
    for (const [name, value] of Object.entries(values)) this.#storage.setItem(prefix + name, JSON.stringify(value));
    this.#refresh('here');
  }
}

/** The session of this browser. */
export const session = new Session(browserStorage());

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(prefix)) session.takeOver();
});
