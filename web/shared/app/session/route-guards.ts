import { redirect } from '@tanstack/react-router';

import type { AppUser } from './account';
import { inTime } from '@shared/app/first-data';
import type { RouterContext } from '@shared/app/router-context';
import { returnPathFor } from './landing';

interface PageVisit {
  context: RouterContext;
  location: { pathname: string; href: string; search: { next?: unknown } };
}

/**
 * Sends users who are not signed in to the sign-in page, and those whose password expired to its change; both come back
 * afterwards. `beforeLoad` of the route around all pages after sign-in.
 */
export function requireSession({ context: { app }, location }: PageVisit): void {
  const { token, passwordExpired } = app.session.read();
  const search = returnPathFor(app.landing, location);
  if (!token) throw redirect({ to: '/login', search });
  if (passwordExpired) throw redirect({ to: '/change-password', search });
}

/**
 * Asks for user and permissions while the code of the page is on its way. The first page waits for what it asked for
 * early. `loader` of the same route.
 */
export async function loadAccount({ context: { app, queryClient } }: { context: RouterContext }): Promise<void> {
  app.account.prefetch(queryClient);
  // The shell shows the failure.
  const isAsked = globalThis.loketEarly !== undefined && app.account.loadedUser(queryClient) === undefined;
  if (isAsked) await inTime(app.account.load(queryClient).catch(() => undefined));
}

/** Returns the user, whose zone may tell where a page leads; undefined if it doesn't come in time. */
export async function userInTime({ app: { account }, queryClient }: RouterContext): Promise<AppUser | undefined> {
  const user = account.loadedUser(queryClient);
  if (user) return user;
  // It never rejects: the shell shows the failure.
  await inTime(queryClient.prefetchQuery(account.appUserOptions()));
  return account.loadedUser(queryClient);
}

interface PublicVisit {
  context: RouterContext;
  search: { next?: string | undefined };
}

/** Lets in only users whose password expired. The sign-in page checks the session of others and sends them further. */
export function requireExpiredPassword({ context: { app }, search }: PublicVisit): void {
  const { token, passwordExpired } = app.session.read();
  if (!token || !passwordExpired) throw redirect({ to: '/login', search });
}

/** Lets in only users with a session. The server decides what it serves. */
export function requireToken({ context: { app }, search }: PublicVisit): void {
  if (!app.session.read().token) throw redirect({ to: '/login', search });
}

/** Ends the session of a user who got a new password by e-mail. A preload of the page changes nothing. */
export function endSession({ context: { app }, preload }: { context: RouterContext; preload: boolean }): void {
  if (!preload) app.session.clear();
}
