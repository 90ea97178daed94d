import { createFileRoute } from '@tanstack/react-router';

import { ForgotPasswordPlaceholder } from '@/features/placeholder/forgot-password-placeholder';
import { session } from '@/shared/session/session';

export const Route = createFileRoute('/forgot-password-confirmation')({
  // Whoever comes from the mail has a new password, so what is stored is worth nothing.
  beforeLoad: ({ preload }) => {
    if (!preload) session.clear();
  },
  component: ForgotPasswordPlaceholder,
});
