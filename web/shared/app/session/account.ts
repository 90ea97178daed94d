import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';

import type { ErrorMeta } from '@shared/errors/error-meta';
import type { Language } from '@shared/i18n/language';
import type { StoredValue, Session } from '@shared/session/session';

import { keepAccountLanguage } from './account-language';

/** How long user and permissions count as fresh, also after a reload, in milliseconds. */
const lifetime = 5 * 60 * 1000;

/** The shell shows the failure in place of the page. */
const shownByShell: ErrorMeta = { inPlace: true };

/** The key of the query of the signed-in user. */
export const userKey = ['session', 'user'] as const;
const permissionsKey = ['session', 'permissions'] as const;

/** What the kit reads of the user of any app. */
export interface AppUser {
  fullName: string;
  /** What the menu of the account tells of the user beside the names: the e-mail address, or the roles. */
  detail: string;
  /** The language of the account; null for that of the browser. */
  language: Language | null;
  /** IANA name of the zone of the user's calendar days. */
  timeZone: string;
  /** Names of what is switched on for the user, such as areas. */
  features: readonly string[];
  /** The session ends after so many minutes without use. */
  idleMinutes: number;
}

/** How an app asks for its user, and keeps them in the browser. */
interface AccountSource<User> {
  session: Session;
  askUser: (signal: AbortSignal) => Promise<User>;
  /** Asks for the permission ids of the user. */
  askPermissions: (signal: AbortSignal) => Promise<readonly number[]>;
  describe: (user: User) => AppUser;
  /** Stores a user in the session, so that the next page shows it while it asks. */
  keep: (user: User) => void;
  /** Returns the user that `keep` stored, and when: an old one is asked for again. */
  readStoredUser: () => StoredValue<User> | undefined;
}

/** The signed-in user of an app, as the kit asks for it. The app's own type of its user is not known here. */
export interface Account {
  appUserOptions: () => {
    queryKey: QueryKey;
    queryFn: (context: { signal: AbortSignal }) => Promise<unknown>;
    // A method, which the user of any app fits.
    select(user: unknown): AppUser;
    staleTime: number;
    meta: ErrorMeta;
  };
  permissionsOptions: () => ReturnType<typeof permissionsQuery>;
  /** Fills the queries with what the browser stored, each with its own date. */
  seed: (queryClient: QueryClient) => void;
  /** Asks for user and permissions, unless they are fresh. */
  prefetch: (queryClient: QueryClient) => void;
  /** Waits for user and permissions; fails if one of them does. */
  load: (queryClient: QueryClient) => Promise<void>;
  /** Returns the user if it is known. Makes no call. */
  loadedUser: (queryClient: QueryClient) => AppUser | undefined;
}

/** The query of the permission ids of the user. */
function permissionsQuery(session: Session, ask: (signal: AbortSignal) => Promise<readonly number[]>) {
  return queryOptions({
    queryKey: permissionsKey,
    queryFn: async ({ signal }) => {
      const ids = await ask(signal);
      signal.throwIfAborted();
      session.keep('permissions', ids);
      return ids;
    },
    staleTime: lifetime,
    meta: shownByShell,
  });
}

/** Creates the queries of the signed-in user. The shell keeps them fresh; other parts read what is known. */
export function createAccount<User>(source: AccountSource<User>) {
  const { session, describe } = source;

  const user = {
    queryKey: userKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await source.askUser(signal);
      // Nothing of a session that has ended is stored in the next one.
      signal.throwIfAborted();
      source.keep(answer);
      keepAccountLanguage(session, describe(answer).language);
      return answer;
    },
    staleTime: lifetime,
    meta: shownByShell,
  };

  /** The query of the signed-in user. */
  const userOptions = () => queryOptions(user);

  /** The query of the signed-in user, as the kit reads it. */
  const appUserOptions = () => ({ ...user, select: describe });

  const permissionsOptions = () => permissionsQuery(session, source.askPermissions);

  /**
   * Fills the queries with the values that the browser stored, each with its own date: at the start, and when another
   * tab stores newer ones.
   */
  function seed(queryClient: QueryClient): void {
    const storedUser = source.readStoredUser();
    if (storedUser) seedQuery(queryClient, userKey, storedUser);
    const permissions = session.readStored<readonly number[]>('permissions');
    if (permissions) seedQuery(queryClient, permissionsKey, permissions);
  }

  function prefetch(queryClient: QueryClient): void {
    void queryClient.prefetchQuery(userOptions());
    void queryClient.prefetchQuery(permissionsOptions());
  }

  async function load(queryClient: QueryClient): Promise<void> {
    await Promise.all([queryClient.fetchQuery(permissionsOptions()), queryClient.fetchQuery(userOptions())]);
  }

  function loadedUser(queryClient: QueryClient): AppUser | undefined {
    const data = queryClient.getQueryData(userOptions().queryKey);
    return data === undefined ? undefined : describe(data);
  }

  return { userOptions, appUserOptions, permissionsOptions, seed, prefetch, load, loadedUser };
}

function seedQuery(queryClient: QueryClient, key: QueryKey, { value, at }: StoredValue<unknown>): void {
  const loadedAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
  if (at > loadedAt) queryClient.setQueryData(key, value, { updatedAt: at });
}
