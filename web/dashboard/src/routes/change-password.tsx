import { createFileRoute, redirect } from '@tanstack/react-router';

import { ExpiredPasswordPage } from '@/features/access/expired-password-page';
import { session } from '@/session/session';

export const Route = createFileRoute('/change-password')({
  beforeLoad: () => {
    const { token, passwordExpired } = session.read();
    // The sign-in page asks whether the session holds and leads on to the orders.
    if (!token || !passwordExpired) throw redirect({ to: '/login' });
  },
  component: ExpiredPasswordPage,
});
