import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { errorTexts } from './error-texts';

/** Ends the session that the server refuses and opens the sign-in page, which leads back here. Undefined where no app is. */
export const SignInAgainContext = createContext<(() => void) | undefined>(undefined);

/** 'Sign in', where a session ended and the page stays. */
export function SignInAgain() {
  const texts = useTexts(errorTexts);
  const signIn = useContext(SignInAgainContext);
  if (!signIn) return null;
  return (
    <Button variant="default" onClick={signIn}>
      {texts.signIn}
    </Button>
  );
}
