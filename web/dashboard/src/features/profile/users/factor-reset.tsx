import { IconShieldOff, IconShieldX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { ProgressButton } from '@shared/ui/progress-button';
import { isRoot, useCurrentUser } from '@/session/current-user';

import { cancelFactorResetOptions, type ListedUser, startFactorResetOptions } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

/** Starts or cancels the removal of a colleague's second factors, for root users. */
export function FactorReset({ user }: { user: ListedUser }) {
  const self = useCurrentUser();
  if (user.hasFactor !== true || !isRoot(self) || self?.id === user.id) return null;
  return user.factorResetAt ? <CancelReset user={user} at={user.factorResetAt} /> : <StartReset user={user} />;
}

function StartReset({ user }: { user: ListedUser }) {
  const texts = useTexts(userTexts);
  const [opened, setOpened] = useState(false);
  const start = useMutation(startFactorResetOptions());
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={texts.resetNamed(user.username)}
        leftSection={<IconShieldOff aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.reset}
      </Button>
      <QuestionDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.resetQuestion(user.username)}
        action={texts.resetStart}
        sendingLabel={texts.resetStarting}
        sending={start.isPending}
        danger
        onConfirm={() =>
          start.mutate(user.id, {
            onSuccess: () => {
              setOpened(false);
              notifySuccess(texts.resetStarted(user.username));
            },
          })
        }
      >
        {texts.resetText(user.username)}
      </QuestionDialog>
    </>
  );
}

function CancelReset({ user, at }: { user: ListedUser; at: string }) {
  const texts = useTexts(userTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const cancel = useMutation(cancelFactorResetOptions());
  return (
    <span className={classes['reset']}>
      <span className={classes['hint']}>{texts.resetAt(formatDateTime(at, shown, language))}</span>
      <ProgressButton
        variant="default"
        size="sm"
        aria-label={texts.resetCancelNamed(user.username)}
        leftSection={<IconShieldX aria-hidden />}
        sending={cancel.isPending}
        sendingLabel={texts.resetCancelling}
        onPress={() => cancel.mutate(user.id, { onSuccess: () => notifySuccess(texts.resetCancelled(user.username)) })}
      >
        {texts.resetCancel}
      </ProgressButton>
    </span>
  );
}
