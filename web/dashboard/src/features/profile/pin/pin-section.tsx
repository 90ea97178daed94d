import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useRedirectWithNotice } from '@shared/errors/use-redirect-with-notice';
import { SubmitButton } from '@shared/form/submit-button';
import { useTexts } from '@shared/i18n/texts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { isRoot, useCurrentUser } from '@/session/current-user';
import { ListNotice } from '@shared/state/list-notice';
import { Card } from '@shared/ui/card';
import { Note } from '@shared/ui/note';

import { ButtonSkeleton, FieldSkeleton } from '../form-skeleton';
import { PinForm } from './pin-form';
import { pinTexts } from './pin-texts';
import classes from './pin.module.css';
import { usePinMail } from './use-pin-mail';

/** The PIN of a root user: request a first one, change it or reset it. Other users have none. */
export function PinSection() {
  const user = useCurrentUser();
  if (!user) return <PinSkeleton />;
  if (!isRoot(user)) return <NoPermission />;
  return user.pin ? <OwnPin /> : <NoPin />;
}

/** Placeholder of the most frequent form: the change of a PIN. */
function PinSkeleton() {
  return (
    <Card title={useTexts(pinTexts).title}>
      <div className={classes['form']} aria-hidden>
        {['current', 'pin', 'confirmation'].map((name) => (
          <div key={name} className={classes['pinSkeleton']}>
            <FieldSkeleton />
          </div>
        ))}
        <div className={classes['foot']}>
          <ButtonSkeleton />
        </div>
      </div>
    </Card>
  );
}

function NoPermission() {
  const texts = useTexts(pinTexts);
  const navigate = useNavigate();
  useRedirectWithNotice(
    { title: texts.noPermission },
    () => void navigate({ to: '/profile/{-$type}', params: { type: undefined }, replace: true }),
  );
  return (
    <Card title={texts.title}>
      <ListNotice icon={IconLock} title={texts.noPermission}>
        {texts.noPermissionText}
      </ListNotice>
    </Card>
  );
}

function Waiting({ mailed }: { mailed: boolean }) {
  const texts = useTexts(pinTexts);
  return mailed ? <Note live>{texts.waiting}</Note> : null;
}

function NoPin() {
  const texts = useTexts(pinTexts);
  const { mail, mailing, mailed } = usePinMail('first');
  return (
    <Card title={texts.request.title}>
      <form
        className={classes['stack']}
        aria-label={texts.request.title}
        onSubmit={(event) => {
          event.preventDefault();
          mail(() => undefined);
        }}
      >
        <p className={classes['text']}>{texts.request.text}</p>
        <Waiting mailed={mailed} />
        <div className={classes['foot']}>
          <SubmitButton sending={mailing} sendingLabel={texts.mailing}>
            {texts.request.button}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

function OwnPin() {
  const texts = useTexts(pinTexts);
  const { mail, mailing, mailed, arrived } = usePinMail('reset');
  const [questionOpened, setQuestionOpened] = useState(false);
  const close = () => setQuestionOpened(false);
  return (
    <>
      <Card title={texts.title}>
        <PinForm onChanged={arrived} />
      </Card>
      <Card title={texts.reset.title}>
        <div className={classes['stack']}>
          <p className={classes['text']}>{texts.reset.text}</p>
          <Waiting mailed={mailed} />
          <div className={classes['foot']}>
            <Button variant="default" disabled={mailing} onClick={() => setQuestionOpened(true)}>
              {texts.reset.button}
            </Button>
          </div>
        </div>
      </Card>
      <QuestionDialog
        opened={questionOpened}
        onClose={close}
        title={texts.reset.question}
        action={texts.reset.button}
        sendingLabel={texts.mailing}
        sending={mailing}
        onConfirm={() => mail(close)}
      >
        {texts.reset.questionText}
      </QuestionDialog>
    </>
  );
}
