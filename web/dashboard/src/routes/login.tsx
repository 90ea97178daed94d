import { createFileRoute } from '@tanstack/react-router';

import { SignInPage } from '@/features/sign-in/sign-in-page';
import { skipSignIn } from '@/features/sign-in/skip-sign-in';

export const Route = createFileRoute('/login')({ beforeLoad: skipSignIn, component: SignInPage });
