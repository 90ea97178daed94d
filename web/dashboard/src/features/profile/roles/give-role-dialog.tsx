import { useQuery } from '@tanstack/react-query';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import type { ListedUser } from '../users/user-queries';
import { type ClientRoles, giveRoleOptions, rolesOptions } from './role-queries';
import { roleTexts, useRightWords } from './role-texts';
import classes from './roles.module.css';

const rootId = 7;
const userId = 8;

/** Gives a user another role. */
export function GiveRoleDialog({ user, opened, onClose }: { user: ListedUser; opened: boolean; onClose: () => void }) {
  const texts = useTexts(roleTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.changeNamed(user.username)} size="form">
      <UserRoleForm user={user} onDone={onClose} />
    </Dialog>
  );
}

function UserRoleForm({ user, onDone }: { user: ListedUser; onDone: () => void }) {
  const texts = useTexts(roleTexts);
  const { data } = useQuery(rolesOptions());
  const form = useCheckedForm({
    initialValues: { user: user.id, role: String(user.roleId[0] ?? userId) },
    validate: {},
  });
  const choices = data?.roles.filter(({ id, own }) => own || id === rootId || id === userId) ?? [];
  const selection = choices.find(({ id }) => String(id) === form.values.role);
  const { onSubmit, sending } = useSubmit(form, {
    mutation: giveRoleOptions(),
    onSuccess: () => {
      notifySuccess(texts.given(user.username, selection?.name ?? ''));
      onDone();
    },
  });
  return (
    <DialogForm label={texts.changeNamed(user.username)} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.changeHint(user.username)}</p>
        <SelectField
          label={texts.role}
          value={form.values.role}
          disabled={!data}
          options={choices.map(({ id, name }) => ({
            value: String(id),
            label: name,
          }))}
          onChange={(role) => form.setFieldValue('role', role)}
          data-autofocus
        />
        {data && selection ? <RoleDifference data={data} from={user.roleId} to={selection.id} /> : null}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton disabled={!form.isDirty()} sending={sending} sendingLabel={texts.saving}>
          {texts.change}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** What a user gets and loses with another role. */
function RoleDifference({ data, from, to }: { data: ClientRoles; from: readonly number[]; to: number }) {
  const texts = useTexts(roleTexts);
  const words = useRightWords();
  const rightsOf = (ids: readonly number[]) =>
    new Set(data.roles.filter(({ id }) => ids.includes(id)).flatMap(({ permission: list }) => list));
  const before = rightsOf(from);
  const after = rightsOf([to]);
  const namesOf = (has: ReadonlySet<number>, lacks: ReadonlySet<number>) =>
    data.rights
      .filter(({ id, everybody }) => !everybody && has.has(id) && !lacks.has(id))
      .map(({ id }) => words(id).name)
      .join(', ');
  const gains = namesOf(after, before);
  const loses = namesOf(before, after);
  return (
    <dl className={classes['who']} aria-live="polite">
      {gains !== '' && (
        <div>
          <dt>{texts.gains}</dt>
          <dd>{gains}</dd>
        </div>
      )}
      {loses !== '' && (
        <div>
          <dt>{texts.loses}</dt>
          <dd>{loses}</dd>
        </div>
      )}
    </dl>
  );
}
