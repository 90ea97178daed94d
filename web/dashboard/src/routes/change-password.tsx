import { createFileRoute, redirect } from '@tanstack/react-router';

import { ExpiredPasswordPage } from '@shared/app/access/expired-password-page';
import { nextSchema } from '@shared/app/session/landing';
import { session } from '@/session/session';

export const Route = createFileRoute('/change-password')({
  validateSearch: nextSchema,
  beforeLoad: ({ search }) => {
    const { token, passwordExpired } = session.read();
    // The sign-in page checks the session and redirects further.
    if (!token || !passwordExpired) throw redirect({ to: '/login', search });
  },
  component: ExpiredPasswordPage,
});
