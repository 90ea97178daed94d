import { TextInput } from '@mantine/core';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { type ClientRoles, makeRoleOptions } from './role-queries';
import { roleTexts } from './role-texts';
import classes from './roles.module.css';

/** The longest name of a role. */
export const longestRoleName = 40;

const presets = ['finance', 'operations', 'cashier', 'viewer', 'none'] as const;

interface AddRoleProps {
  presets: ClientRoles['presets'];
  /** The permissions of the user: nobody gives what they lack. */
  own: readonly number[];
  onAdded: (id: number) => void;
}

/** Makes a role from a preset. */
export function AddRoleDialog({ opened, onClose, ...props }: AddRoleProps & { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(roleTexts).add} size="form">
      <AddRoleForm {...props} />
    </Dialog>
  );
}

function AddRoleForm({ presets: presetList, own, onAdded }: AddRoleProps) {
  const texts = useTexts(roleTexts);
  const form = useCheckedForm<{
    name: string;
    preset: (typeof presets)[number];
  }>({
    initialValues: { name: texts.presetNames.finance, preset: 'finance' },
    validate: {
      name: (value) => (value.trim() === '' ? texts.nameMissing : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: makeRoleOptions((preset) =>
      (presetList.find(({ name }) => name === preset)?.permission ?? []).filter((id) => own.includes(id)),
    ),
    fields: { name: 'name' },
    onSuccess: ({ id, name }) => {
      notifySuccess(texts.addedRole(name));
      onAdded(id);
    },
  });
  return (
    <DialogForm label={texts.add} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.addHint}</p>
        <SelectField
          label={texts.begin}
          value={form.values.preset}
          options={presets.map((value) => ({
            value,
            label: texts.presets[value],
          }))}
          onChange={(preset) => {
            const untouched = form.values.name === texts.presetNames[form.values.preset];
            form.setFieldValue('preset', preset);
            if (untouched) form.setFieldValue('name', texts.presetNames[preset]);
          }}
        />
        <TextInput
          {...form.getInputProps('name')}
          label={texts.name}
          description={texts.nameHelp}
          maxLength={longestRoleName}
          autoComplete="off"
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.adding}>
          {texts.add}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
