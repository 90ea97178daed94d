import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { isEmail, isUsername } from '../fields';
import { addUserOptions } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const serverFields = { username: 'username', email: 'email' };

/** Adds a user. The form is mounted with the dialog, so it is empty each time. */
export function AddUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(userTexts).add} size="form">
      <AddUserForm onDone={onClose} />
    </Dialog>
  );
}

function AddUserForm({ onDone }: { onDone: () => void }) {
  const texts = useTexts(userTexts);
  const form = useCheckedForm({
    initialValues: { username: '', email: '' },
    validate: {
      username: (value) => (isUsername(value) ? null : texts.invalidUsername),
      email: (value) => (isEmail(value.trim()) ? null : texts.invalidEmail),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addUserOptions(),
    fields: serverFields,
    onSuccess: () => {
      notifySuccess(texts.added);
      onDone();
    },
  });

  return (
    <DialogForm label={texts.add} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.addHint}</p>
        <TextInput
          {...form.getInputProps('username')}
          label={texts.username}
          description={texts.usernameHelp}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <TextInput {...form.getInputProps('email')} label={texts.email} name="email" type="email" autoComplete="off" />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.adding}>
          {texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
