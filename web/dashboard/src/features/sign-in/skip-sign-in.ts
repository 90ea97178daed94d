import { redirect } from '@tanstack/react-router';

import { currentUserOptions } from '@/session/current-user';
import { session } from '@/session/session';
import type { RouterContext } from '@shared/url/router-context';
import { defaultOrderRange } from '@/navigation/default-order-range';

import { storedSessionHolds } from './sign-in';

/**
 * Leads away from the sign-in page whoever needs no sign-in: to the change of an expired password, or to the orders
 * where the stored session still holds. A mere preload of the page asks nothing.
 */
export async function skipSignIn({ context, preload }: { context: RouterContext; preload: boolean }): Promise<void> {
  const { token, passwordExpired } = session.read();
  if (preload || !token) return;
  if (passwordExpired) throw redirect({ to: '/change-password' });
  if (await storedSessionHolds(context.handleError)) {
    const zone = context.queryClient.getQueryData(currentUserOptions().queryKey)?.Client.timeZone;
    throw redirect({ to: '/orders', search: defaultOrderRange(zone) });
  }
}
