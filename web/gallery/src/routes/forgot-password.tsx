import { createFileRoute } from '@tanstack/react-router';

import { ForgotPasswordPage } from '@shared/app/access/forgot-password-page';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage });
