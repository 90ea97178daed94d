import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { isEmail, isUsername } from '../fields';
import { rolesOptions } from '../roles/role-queries';
import { addUserOptions, newUserRole } from './user-queries';
import { userTexts } from './user-texts';
import classes from './users.module.css';

const serverFields = { username: 'username', email: 'email', roleId: 'role' };

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
    initialValues: { username: '', email: '', role: String(newUserRole) },
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
        <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
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

/** The role of the new user, for who may give another one than the usual. */
function RoleChoice({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const texts = useTexts(userTexts);
  const mayGive = useHasPermission(permission.roleManage);
  const { data } = useQuery({ ...rolesOptions(), enabled: mayGive });
  const choices = data?.roles.filter(({ id, own }) => own || id === newUserRole) ?? [];
  if (choices.length < 2) return null;
  return (
    <SelectField
      label={texts.role}
      value={value}
      options={choices.map(({ id, name }) => ({
        value: String(id),
        label: name,
      }))}
      onChange={onChange}
    />
  );
}
