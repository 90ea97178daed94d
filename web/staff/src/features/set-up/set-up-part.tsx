import '@shared/theme/overlay-styles';

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useApp } from '@shared/app/app';
import type { NewApp } from '@shared/app/factors/enrol-dialog';
import { enrolTexts } from '@shared/app/factors/enrol-texts';
import { landingPath } from '@shared/app/session/landing';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ProgressButton } from '@shared/ui/progress-button';

import { confirmAppOptions, makeAppOptions } from './set-up-queries';
import { setUpTexts } from './set-up-texts';
import classes from './set-up.module.css';

const EnrolDialog = lazyDialog(async () => (await import('@shared/app/factors/enrol-dialog')).EnrolDialog);
const CodesDialog = lazyDialog(async () => (await import('@shared/app/factors/codes-dialog')).CodesDialog);

/** Adds the authenticator app, shows the recovery codes, and leads on. */
export function SetUpPart() {
  const texts = useTexts(setUpTexts);
  const appTexts = useTexts(enrolTexts);
  const { signOut, pending } = useSignOut();
  const navigate = useNavigate();
  const { landing } = useApp();
  const { next } = useSearch({ from: '/second-factor' });
  const [newApp, setNewApp] = useState<NewApp>();
  const [codes, setCodes] = useState<string[]>();
  const [codesOpened, setCodesOpened] = useState(false);
  const make = useMutation(makeAppOptions());
  const isReady = codes !== undefined && !codesOpened;
  function added(recoveryCodes: string[]) {
    notifySuccess(appTexts.added);
    setNewApp(undefined);
    setCodes(recoveryCodes);
    setCodesOpened(recoveryCodes.length > 0);
  }
  return (
    <>
      <p className={classes['text']}>{isReady ? texts.ready : texts.text}</p>
      {codes === undefined ? (
        <ProgressButton
          size="lg"
          fullWidth
          sending={make.isPending}
          sendingLabel={appTexts.setUp}
          onPress={() => make.mutate(undefined, { onSuccess: setNewApp })}
        >
          {appTexts.setUp}
        </ProgressButton>
      ) : (
        <Button
          size="lg"
          fullWidth
          onClick={() => void navigate({ href: landingPath(landing, next, undefined), replace: true })}
        >
          {texts.continue}
        </Button>
      )}
      <Button variant="subtle" fullWidth mt="xs" onClick={signOut} disabled={pending}>
        {texts.logout}
      </Button>
      <EnrolDialog
        newApp={newApp}
        opened={newApp !== undefined}
        confirm={confirmAppOptions}
        onClose={() => setNewApp(undefined)}
        onAdded={added}
      />
      <CodesDialog codes={codes ?? []} opened={codesOpened} onClose={() => setCodesOpened(false)} />
    </>
  );
}
