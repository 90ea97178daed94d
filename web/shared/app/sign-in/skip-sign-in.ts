import { redirect } from '@tanstack/react-router';

import type { RouterContext } from '@shared/app/router-context';
import { landingPath } from '@shared/app/session/landing';

import { storedSessionHolds } from './sign-in';

interface SignInVisit {
  context: RouterContext;
  search: { next?: string | undefined };
  preload: boolean;
}

/**
 * Redirects users who need no sign-in: to the change of an expired password, or to the wanted page if the stored
 * session is valid. A preload of the page makes no call.
 */
export async function skipSignIn({ context, search, preload }: SignInVisit): Promise<void> {
  const { app, handleError, queryClient } = context;
  const { token, passwordExpired } = app.session.read();
  if (preload || !token) return;
  if (passwordExpired) throw redirect({ to: '/change-password', search });
  if (await storedSessionHolds(app, handleError)) {
    throw redirect({ href: landingPath(app.landing, search.next, app.account.loadedUser(queryClient)) });
  }
}
