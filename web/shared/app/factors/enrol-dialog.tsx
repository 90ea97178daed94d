import type { UseMutationOptions } from '@tanstack/react-query';

import { CodeField } from '@shared/form/code-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { enrolTexts } from './enrol-texts';
import classes from './factors.module.css';
import { QrCode } from './qr-code';

/** The secret of an app that waits for its first code. */
export interface NewApp {
  id: string;
  secret: string;
  uri: string;
}

/** Confirms an app by its first code, and returns the recovery codes. */
type Confirm = UseMutationOptions<string[], Error, { code: string }>;

interface EnrolDialogProps {
  /** The app to confirm; undefined while the dialog closes. */
  newApp: NewApp | undefined;
  opened: boolean;
  /** Returns the call that confirms an app. */
  confirm: (id: string) => Confirm;
  onClose: () => void;
  /** Called with the recovery codes, which are none for a further app. */
  onAdded: (codes: string[]) => void;
}

/** Shows the key of an authenticator app, and takes its first code. */
export function EnrolDialog({ newApp, opened, confirm, onClose, onAdded }: EnrolDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(enrolTexts).setUp} size="form">
      {newApp ? <EnrolForm key={newApp.id} newApp={newApp} confirm={confirm(newApp.id)} onAdded={onAdded} /> : null}
    </Dialog>
  );
}

const groups = /.{1,4}/gu;

interface EnrolFormProps {
  newApp: NewApp;
  confirm: Confirm;
  onAdded: (codes: string[]) => void;
}

function EnrolForm({ newApp, confirm, onAdded }: EnrolFormProps) {
  const texts = useTexts(enrolTexts);
  const form = useCheckedForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? texts.codeRequired : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: confirm,
    problems: ({ code }) => (code === 'InvalidCodeError' ? { code: texts.codeWrong } : undefined),
    onSuccess: onAdded,
  });
  return (
    <DialogForm label={texts.setUp} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <div className={classes['qr']}>
          <QrCode text={newApp.uri} label={texts.qr} />
        </div>
        <div>
          <p className={classes['hint']}>{texts.byHand}</p>
          <code className={classes['secret']}>{newApp.secret.match(groups)?.join(' ')}</code>
        </div>
        <CodeField {...form.getInputProps('code')} label={texts.code} inputMode="numeric" data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.confirming}>
          {texts.confirm}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
