import { createFileRoute } from '@tanstack/react-router';

import { SetUpPage } from '@/features/set-up/set-up-page';
import { nextSchema } from '@shared/app/session/landing';
import { requireToken } from '@shared/app/session/route-guards';

export const Route = createFileRoute('/second-factor')({
  validateSearch: nextSchema,
  beforeLoad: requireToken,
  component: SetUpPage,
});
