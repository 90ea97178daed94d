import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';

import { ForgotResultPage } from '@/features/access/forgot-result-page';
import { session } from '@/session/session';
import { oneOf } from '@shared/url/search-fields';

export const Route = createFileRoute('/forgot-password-confirmation')({
  validateSearch: z.object({ isOk: oneOf(['true', 'false']) }),
  // Whoever comes from the mail has a new password, so what is stored is worth nothing.
  beforeLoad: ({ preload }) => {
    if (!preload) session.clear();
  },
  component: ForgotResultPage,
});
