import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Input, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { changeClientOptions, type Client, createClientOptions, type Feature } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ReasonField } from '@/dialogs/reason-dialog';

interface DialogState {
  opened: boolean;
  onClose: () => void;
}

const features: readonly Feature[] = ['corporate', 'unique-amount', 'connect'];

const serverFields = {
  code: 'code',
  name: 'name',
  legalName: 'legalName',
  emailFinance: 'emailFinance',
  taxNumber: 'taxNumber',
  features: 'features',
  reason: 'reason',
};

function FeatureBoxes({ value, onChange }: { value: Feature[]; onChange: (next: Feature[]) => void }) {
  const texts = useTexts(clientTexts);
  return (
    <fieldset className={classes['features']}>
      <Input.Label component="legend">{texts.features}</Input.Label>
      {features.map((feature) => (
        <Checkbox
          key={feature}
          label={feature}
          checked={value.includes(feature)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...value, feature] : value.filter((one) => one !== feature))
          }
        />
      ))}
    </fieldset>
  );
}

/** Makes a client, and goes to its page. */
export function NewClientDialog({ opened, onClose }: DialogState) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(clientTexts).create} size="form">
      <NewClientForm onClose={onClose} />
    </Dialog>
  );
}

function NewClientForm({ onClose }: { onClose: () => void }) {
  const texts = useTexts(clientTexts);
  const navigate = useNavigate();
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: {
      code: '',
      name: '',
      legalName: '',
      emailFinance: '',
      taxNumber: '',
      features: [] as Feature[],
      reason: '',
    },
    validate: { code: required, name: required, emailFinance: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: createClientOptions(),
    fields: serverFields,
    onSuccess: ({ id, name }) => {
      notifySuccess(texts.created(name));
      onClose();
      return navigate({ to: '/clients/$id', params: { id: String(id) }, ignoreBlocker: true });
    },
  });
  return (
    <DialogForm label={texts.create} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput {...form.getInputProps('name')} label={texts.name} name="name" autoComplete="off" data-autofocus />
        <TextInput
          {...form.getInputProps('code')}
          label={texts.code}
          description={texts.codeHelp}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.getInputProps('legalName')}
          label={texts.legalName}
          placeholder={texts.optional}
          name="legalName"
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('emailFinance')}
          label={texts.emailFinance}
          name="emailFinance"
          type="email"
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('taxNumber')}
          label={texts.taxNumber}
          placeholder={texts.optional}
          name="taxNumber"
          autoComplete="off"
        />
        <FeatureBoxes value={form.values.features} onChange={(next) => form.setFieldValue('features', next)} />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.create}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Changes name, finance e-mail and features of a client. */
export function ChangeClientDialog({ opened, onClose, client }: DialogState & { client: Client }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(clientTexts).edit} size="form">
      <ChangeClientForm client={client} onClose={onClose} />
    </Dialog>
  );
}

function ChangeClientForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const texts = useTexts(clientTexts);
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: {
      name: client.name,
      legalName: client.legalName,
      emailFinance: client.emailFinance,
      features: features.filter((feature) => client.features.includes(feature)),
      reason: '',
    },
    validate: { name: required, legalName: required, emailFinance: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: changeClientOptions(client.id),
    fields: serverFields,
    onSuccess: () => {
      notifySuccess(texts.changed);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.edit} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput {...form.getInputProps('name')} label={texts.name} name="name" autoComplete="off" data-autofocus />
        <TextInput {...form.getInputProps('legalName')} label={texts.legalName} name="legalName" autoComplete="off" />
        <TextInput
          {...form.getInputProps('emailFinance')}
          label={texts.emailFinance}
          description={texts.emailHelp}
          name="emailFinance"
          type="email"
          autoComplete="off"
        />
        <FeatureBoxes value={form.values.features} onChange={(next) => form.setFieldValue('features', next)} />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
