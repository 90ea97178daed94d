import { createFileRoute } from '@tanstack/react-router';

import { SignInPage } from '@shared/app/sign-in/sign-in-page';
import { skipSignIn } from '@shared/app/sign-in/skip-sign-in';

export const Route = createFileRoute('/')({
  // Part of the first load, to save slow phones a round trip.
  codeSplitGroupings: [],
  beforeLoad: skipSignIn,
  component: SignInPage,
});
