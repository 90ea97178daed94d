import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { useApp } from '@shared/app/app';
import { landingPath } from '@shared/app/session/landing';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { StepUpPlace } from '@shared/app/step-up/step-up-place';
import { useTexts } from '@shared/i18n/texts';

import { FactorCards } from './factor-cards';
import { factorsOptions } from './factor-queries';
import { setUpTexts } from './set-up-texts';
import classes from './security.module.css';

/** The second factors of the user, and the way on once there is one. */
export function SetUpPart() {
  const texts = useTexts(setUpTexts);
  const { signOut, pending } = useSignOut();
  const navigate = useNavigate();
  const { landing } = useApp();
  const { next } = useSearch({ from: '/second-factor' });
  const { data } = useQuery(factorsOptions());
  const isReady = data !== undefined && data.apps.length + data.passkeys.length > 0;
  return (
    <>
      <p className={classes['text']}>{texts.text}</p>
      <FactorCards stacked />
      <Button
        size="lg"
        fullWidth
        mt="md"
        disabled={!isReady}
        onClick={() => void navigate({ href: landingPath(landing, next, undefined), replace: true })}
      >
        {texts.continue}
      </Button>
      <Button variant="subtle" fullWidth mt="xs" onClick={signOut} disabled={pending}>
        {texts.logout}
      </Button>
      <StepUpPlace />
    </>
  );
}
