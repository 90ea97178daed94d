import { createFileRoute } from '@tanstack/react-router';

import { ForgotPasswordPlaceholder } from '@/features/placeholder/forgot-password-placeholder';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPlaceholder });
