import { createFileRoute } from '@tanstack/react-router';

import { ForgotResultPage } from '@shared/app/access/forgot-result-page';
import { resultSchema } from '@shared/app/access/result-search';
import { endSession } from '@shared/app/session/route-guards';

export const Route = createFileRoute('/forgot-password-confirmation')({
  validateSearch: resultSchema,
  beforeLoad: endSession,
  component: ForgotResultPage,
});
