import { Button } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';
import { PublicPage } from '@shared/public-page/public-page';
import { useSignOut } from '@shared/app/session/use-sign-out';

import { accessTexts } from './access-texts';
import classes from './access.module.css';
import { ForcedPasswordForm } from './forced-password-form';
import { useTrappedBack } from './use-trapped-back';

/** The page for changing an expired password. The user can only change it or sign out. */
export function ExpiredPasswordPage() {
  const texts = useTexts(accessTexts).expired;
  const { signOut, pending } = useSignOut();
  useTrappedBack();
  return (
    <PublicPage title={texts.title}>
      <p className={classes['hint']}>{texts.hint}</p>
      <ForcedPasswordForm />
      <Button variant="subtle" fullWidth mt="xs" onClick={signOut} disabled={pending}>
        {texts.logout}
      </Button>
    </PublicPage>
  );
}
