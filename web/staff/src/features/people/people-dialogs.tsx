import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ReasonField, ReasonForm } from '@/dialogs/reason-dialog';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';
import { useLast } from '@shared/ui/use-last';

import {
  addColleagueOptions,
  changeRoleOptions,
  type Colleague,
  rolesOptions,
  switchOffOptions,
} from './people-queries';
import { peopleTexts } from './people-texts';
import classes from './people.module.css';

interface OfColleague {
  /** Undefined while it is closed. */
  who: Colleague | undefined;
  onClose: () => void;
}

const serverFields = { username: 'username', fullName: 'fullName', email: 'email', roleId: 'roleId', reason: 'reason' };

function useRoleChoices() {
  const { data: roles } = useQuery(rolesOptions());
  return roles?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
}

/** Says that a second person decides. */
function Waits() {
  const texts = useTexts(peopleTexts);
  return (
    <Note>
      <Link to="/approvals" className={classes['noteLink']}>
        {texts.waits}
      </Link>
      . {texts.waitsText}
    </Note>
  );
}

/** Makes a user of staff, and says what follows. */
export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useTexts(peopleTexts);
  const [added, setAdded] = useState<{ username: string; email: string }>();
  function close() {
    setAdded(undefined);
    onClose();
  }
  return (
    <Dialog opened={opened} onClose={close} title={added ? texts.added(added.username) : texts.add} size="form">
      {added ? (
        <>
          <DialogBody>
            <p className={classes['hint']}>{texts.passwordHint(added.email)}</p>
            <Waits />
          </DialogBody>
          <DialogFoot>
            <Button onClick={close}>{texts.close}</Button>
          </DialogFoot>
        </>
      ) : (
        <AddForm onAdded={setAdded} />
      )}
    </Dialog>
  );
}

function AddForm({ onAdded }: { onAdded: (added: { username: string; email: string }) => void }) {
  const texts = useTexts(peopleTexts);
  const roles = useRoleChoices();
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: { username: '', fullName: '', email: '', roleId: '', reason: '' },
    validate: { username: required, email: required, roleId: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addColleagueOptions(),
    fields: serverFields,
    onSuccess: onAdded,
  });
  return (
    <DialogForm label={texts.add} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.addHint}</p>
        <TextInput
          {...form.getInputProps('username')}
          label={texts.username}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('fullName')}
          label={texts.fullName}
          placeholder={texts.optional}
          name="fullName"
          autoComplete="off"
        />
        <TextInput {...form.getInputProps('email')} label={texts.email} name="email" type="email" autoComplete="off" />
        <SelectField
          label={texts.role}
          placeholder={texts.role}
          value={form.values.roleId}
          error={form.errors['roleId']}
          options={roles}
          onChange={(role) => form.setFieldValue('roleId', role)}
        />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.add}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Asks for another role of one of staff. */
export function RoleDialog({ who, onClose }: OfColleague) {
  const texts = useTexts(peopleTexts);
  const shown = useLast(who);
  return (
    <Dialog opened={who !== undefined} onClose={onClose} title={texts.changeRoleOf(shown?.username ?? '')} size="form">
      {shown && <RoleForm who={shown} onClose={onClose} />}
    </Dialog>
  );
}

function RoleForm({ who, onClose }: { who: Colleague; onClose: () => void }) {
  const texts = useTexts(peopleTexts);
  const roles = useRoleChoices();
  const [isRequested, setRequested] = useState(false);
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: { roleId: '', reason: '' },
    validate: { roleId: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: changeRoleOptions(who.id),
    fields: serverFields,
    onSuccess: () => {
      form.reset();
      setRequested(true);
    },
  });
  if (isRequested) {
    return (
      <>
        <DialogBody>
          <Waits />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>OK</Button>
        </DialogFoot>
      </>
    );
  }
  return (
    <DialogForm label={texts.changeRoleOf(who.username)} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.roleHint}</p>
        <SelectField
          label={texts.role}
          placeholder={texts.role}
          value={form.values.roleId}
          error={form.errors['roleId']}
          options={roles}
          onChange={(role) => form.setFieldValue('roleId', role)}
        />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.ask}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Closes the account of one of staff. */
export function SwitchOffDialog({ who, onClose }: OfColleague) {
  const texts = useTexts(peopleTexts);
  const shown = useLast(who);
  return (
    <Dialog
      opened={who !== undefined}
      onClose={onClose}
      title={texts.switchOffNamed(shown?.username ?? '')}
      size="form"
    >
      {shown && (
        <ReasonForm
          title={texts.switchOffNamed(shown.username)}
          action={texts.switchOff}
          danger
          sendingLabel={texts.sending}
          mutation={switchOffOptions(shown.id)}
          done={texts.switchedOff(shown.username)}
          onClose={onClose}
        >
          <p className={classes['hint']}>{texts.switchOffHint}</p>
        </ReasonForm>
      )}
    </Dialog>
  );
}
