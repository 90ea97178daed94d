import { CodeField } from '@shared/form/code-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { confirmAppOptions, type NewApp } from './factor-queries';
import { factorTexts } from './factor-texts';
import { QrCode } from './qr-code';
import classes from './security.module.css';

interface EnrolDialogProps {
  /** The app to confirm; undefined while the dialog closes. */
  newApp: NewApp | undefined;
  opened: boolean;
  onClose: () => void;
  /** Called with the recovery codes, which are none for a further app. */
  onAdded: (codes: string[]) => void;
}

/** Shows the key of an authenticator app, and takes its first code. */
export function EnrolDialog({ newApp, opened, onClose, onAdded }: EnrolDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(factorTexts).setUp} size="form">
      {newApp ? <EnrolForm key={newApp.id} newApp={newApp} onAdded={onAdded} /> : null}
    </Dialog>
  );
}

const groups = /.{1,4}/gu;

function EnrolForm({ newApp, onAdded }: { newApp: NewApp; onAdded: (codes: string[]) => void }) {
  const cardTexts = useTexts(factorTexts);
  const texts = cardTexts.enrol;
  const form = useCheckedForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? texts.codeRequired : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: confirmAppOptions(newApp.id),
    problems: ({ code }) => (code === 'InvalidCodeError' ? { code: texts.codeWrong } : undefined),
    onSuccess: onAdded,
  });
  return (
    <DialogForm label={cardTexts.setUp} onSubmit={onSubmit}>
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
