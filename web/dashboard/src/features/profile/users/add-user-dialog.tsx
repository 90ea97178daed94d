import { Button, TextInput } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';

import { focusFirstError } from '@shared/form/focus-first-error';
import { showRefusal } from '@shared/form/show-refusal';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { overlayTexts } from '@shared/overlay/overlay-texts';

import { isEmail, isUsername } from '../fields';
import { addUserOptions, userListOptions } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const serverFields = { username: 'username', email: 'email' };

/** Asks for a new user. The form lives inside, so that it is empty each time. */
export function AddUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const sending = useIsMutating({ mutationKey: addUserOptions().mutationKey }) > 0;
  // What comes of a user who is on the way is told here, so until then the dialog stays.
  const cancel = () => {
    if (!sending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={cancel} title={useTexts(userTexts).add} size="form">
      <AddUserForm onDone={onClose} onCancel={cancel} />
    </Dialog>
  );
}

function AddUserForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const texts = useTexts(userTexts);
  const overlay = useTexts(overlayTexts);
  const queryClient = useQueryClient();
  const add = useMutation(addUserOptions());
  const form = useCheckedForm({
    initialValues: { username: '', email: '' },
    validate: {
      username: (value) => (isUsername(value) ? null : texts.invalidUsername),
      email: (value) => (isEmail(value.trim()) ? null : texts.invalidEmail),
    },
  });

  useUnsavedChanges(form.isDirty());

  const send = form.onSubmit(
    (values) => {
      if (add.isPending) return;
      add.mutate(values, {
        onSuccess: () => {
          notifySuccess(texts.added);
          void queryClient.invalidateQueries(userListOptions());
          onDone();
        },
        onError: (error) => showRefusal(form, error, serverFields),
      });
    },
    (errors) => focusFirstError(form, errors),
  );

  return (
    <DialogForm label={texts.add} onSubmit={send}>
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
        <Button variant="default" onClick={onCancel}>
          {overlay.cancel}
        </Button>
        <SubmitButton sending={add.isPending} sendingLabel={texts.adding}>
          {texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
