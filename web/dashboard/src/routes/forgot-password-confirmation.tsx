import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';

import { ForgotResultPage } from '@/features/access/forgot-result-page';
import { session } from '@/session/session';
import { oneOf } from '@shared/url/search-fields';

export const Route = createFileRoute('/forgot-password-confirmation')({
  validateSearch: z.object({ isOk: oneOf(['true', 'false']) }),
  // The user has a new password now, so the stored session is obsolete.
  beforeLoad: ({ preload }) => {
    if (!preload) session.clear();
  },
  component: ForgotResultPage,
});
