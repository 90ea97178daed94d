import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';

import { SignInForm } from './sign-in-form';
import { signInTexts } from './sign-in-texts';

export function SignInPage() {
  return (
    <PublicPage title={useTexts(signInTexts).title}>
      <SignInForm />
    </PublicPage>
  );
}
