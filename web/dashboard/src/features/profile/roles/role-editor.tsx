import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { longestRoleName } from './add-role-dialog';
import { DeleteRole } from './delete-role';
import { RoleMatrix } from './role-matrix';
import { type ClientRole, type ClientRoles, saveRoleOptions } from './role-queries';
import { difference } from './role-rights';
import { roleTexts } from './role-texts';
import classes from './roles.module.css';

interface EditorProps {
  data: ClientRoles;
  /** The permissions of the user. */
  own: readonly number[];
  /** The role that is edited; undefined: none. */
  edited: number | undefined;
  onEdit: (id: number | undefined) => void;
}

/** The matrix of all roles. One role is edited at a time. */
export function RoleEditor({ data, own, edited, onEdit }: EditorProps) {
  const role = data.roles.find(({ id, own: isOwn }) => id === edited && isOwn);
  if (role) return <EditedRoles key={role.id} data={data} own={own} role={role} onDone={() => onEdit(undefined)} />;
  return <RoleMatrix data={data} own={own} onEdit={onEdit} />;
}

interface EditedProps {
  data: ClientRoles;
  own: readonly number[];
  role: ClientRole;
  onDone: () => void;
}

function EditedRoles({ data, own, role, onDone }: EditedProps) {
  const texts = useTexts(roleTexts);
  const [name, setName] = useState(role.name);
  const [selection, setChosen] = useState<ReadonlySet<number>>(() => new Set(role.permission));
  const save = useMutation(saveRoleOptions());
  const { added, removed } = difference(role, selection, data.rights);
  const renamed = name.trim() !== role.name;
  const count = added.length + removed.length + (renamed ? 1 : 0);
  const missing = name.trim() === '';
  useUnsavedChanges(count > 0);
  return (
    <form
      noValidate
      aria-label={texts.edit(role.name)}
      onSubmit={(event) => {
        event.preventDefault();
        if (count === 0 || missing || save.isPending) return;
        const change = {
          id: role.id,
          name: name.trim(),
          permission: [...selection],
        };
        save.mutate(change, {
          onSuccess: (saved) => {
            notifySuccess(texts.saved(saved.name));
            onDone();
          },
        });
      }}
    >
      <div className={classes['bar']}>
        <TextInput
          label={texts.name}
          value={name}
          maxLength={longestRoleName}
          autoComplete="off"
          error={missing ? texts.nameMissing : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DeleteRole role={role} onDone={onDone} />
      </div>
      <RoleMatrix data={data} own={own} draft={{ role, selection, onChange: setChosen }} />
      <div className={classes['foot']}>
        <p className={classes['sum']} aria-live="polite">
          <strong>{count === 0 ? texts.noChanges(role.name) : texts.changes(count, role.name)}</strong>{' '}
          {count > 0 && (
            <span className={classes['hint']}>
              {texts.sum(added.length, removed.length)} {texts.concerned(role.people)}{' '}
              {role.people > 0 && (
                <>
                  {texts.people(role.users.map(({ username }) => username).join(', '), role.people - role.users.length)}
                  .
                </>
              )}{' '}
              {added.some(({ money }) => money) && role.people > 0 ? texts.mailed : ''}
            </span>
          )}
        </p>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <SubmitButton disabled={count === 0 || missing} sending={save.isPending} sendingLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </div>
    </form>
  );
}
