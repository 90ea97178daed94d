import { createFileRoute } from '@tanstack/react-router';

import { ForgotResultPage } from '@shared/app/access/forgot-result-page';
import { session } from '@/session/session';
import { oneOf, searchSchema } from '@shared/url/search-fields';

export const Route = createFileRoute('/forgot-password-confirmation')({
  validateSearch: searchSchema({ isOk: oneOf(['true', 'false']) }),
  // The user has a new password now, so the stored session is obsolete.
  beforeLoad: ({ preload }) => {
    if (!preload) session.clear();
  },
  component: ForgotResultPage,
});
