import { createFileRoute } from '@tanstack/react-router';

import { ExpiredPasswordPage } from '@shared/app/access/expired-password-page';
import { nextSchema } from '@shared/app/session/landing';
import { requireExpiredPassword } from '@shared/app/session/route-guards';

export const Route = createFileRoute('/change-password')({
  validateSearch: nextSchema,
  beforeLoad: requireExpiredPassword,
  component: ExpiredPasswordPage,
});
