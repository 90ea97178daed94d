import { createFileRoute } from '@tanstack/react-router';

import { SignInPage } from '@shared/app/sign-in/sign-in-page';
import { skipSignIn } from '@shared/app/sign-in/skip-sign-in';
import { nextSchema } from '@shared/app/session/landing';

export const Route = createFileRoute('/login')({
  // Part of the first load, to save slow phones a round trip.
  codeSplitGroupings: [],
  validateSearch: nextSchema,
  beforeLoad: skipSignIn,
  component: SignInPage,
});
