import { createFileRoute, redirect } from '@tanstack/react-router';

import { Shell } from '@/features/shell/shell';
import { session } from '@shared/session/session';

export const Route = createFileRoute('/_app')({
  beforeLoad: () => {
    const { token, passwordExpired } = session.read();
    if (!token) throw redirect({ to: '/login' });
    if (passwordExpired) throw redirect({ to: '/change-password' });
  },
  component: Shell,
});
