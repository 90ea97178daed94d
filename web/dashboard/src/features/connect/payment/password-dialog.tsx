import { useState } from 'react';

import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { paymentTexts } from './payment-texts';
import classes from './payment.module.css';

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Where payments go after the change. */
  link: string;
  /** The password of the last try was wrong. */
  wrong: boolean;
  sending: boolean;
  onConfirm: (password: string) => void;
}

/** Asks for the user's password before payments of shoppers go elsewhere. */
export function PasswordDialog({ opened, onClose, ...rest }: PasswordDialogProps) {
  const texts = useTexts(paymentTexts).password;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="question">
      <Form {...rest} />
    </Dialog>
  );
}

function Form({ link, wrong, sending, onConfirm }: Omit<PasswordDialogProps, 'opened' | 'onClose'>) {
  const texts = useTexts(paymentTexts).password;
  const [password, setPassword] = useState('');
  const [submittedPassword, setSubmittedPassword] = useState<string>();
  // It stays open while the link is being changed: a closed dialog would say that nothing changes.
  useUnsavedChanges(false, sending);
  const missing = submittedPassword === '' && password === '' ? texts.missing : undefined;
  const refused = wrong && !sending && submittedPassword === password ? texts.wrong : undefined;
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        setSubmittedPassword(password);
        if (password !== '' && !sending) onConfirm(password);
      }}
    >
      <DialogBody>
        <p className={classes['question']}>
          {texts.text} <b>{link}</b>
        </p>
        <PasswordField
          label={texts.label}
          description={texts.mailed}
          name="password"
          autoComplete="current-password"
          value={password}
          error={missing ?? refused}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.confirm}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
