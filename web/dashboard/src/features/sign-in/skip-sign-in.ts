import { redirect } from '@tanstack/react-router';

import { currentUserOptions } from '@/session/current-user';
import { session } from '@/session/session';
import type { RouterContext } from '@shared/url/router-context';
import { landing } from '@/navigation/landing';

import { storedSessionHolds } from './sign-in';

interface SignInVisit {
  context: RouterContext;
  search: { next?: string | undefined };
  preload: boolean;
}

/**
 * Leads away from the sign-in page whoever needs no sign-in: to the change of an expired password, or to the page
 * behind where the stored session still holds. A mere preload of the page asks nothing.
 */
export async function skipSignIn({ context, search, preload }: SignInVisit): Promise<void> {
  const { token, passwordExpired } = session.read();
  if (preload || !token) return;
  if (passwordExpired) throw redirect({ to: '/change-password', search });
  if (await storedSessionHolds(context.handleError)) {
    const zone = context.queryClient.getQueryData(currentUserOptions().queryKey)?.Client.timeZone;
    throw redirect({ href: landing(search.next, zone) });
  }
}
