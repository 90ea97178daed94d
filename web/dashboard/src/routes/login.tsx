import { createFileRoute } from '@tanstack/react-router';

import { SignInPage } from '@/features/sign-in/sign-in-page';
import { skipSignIn } from '@/features/sign-in/skip-sign-in';
import { nextSchema } from '@/navigation/landing';

export const Route = createFileRoute('/login')({
  // Part of the first load, to save slow phones a round trip.
  codeSplitGroupings: [],
  validateSearch: nextSchema,
  beforeLoad: skipSignIn,
  component: SignInPage,
});
