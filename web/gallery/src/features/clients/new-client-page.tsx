import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { Page } from '@shared/app/page';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { permission } from '@/sketch/account';
import type { ClientInput } from '@/sketch/clients-api';
import { pageTexts } from '@/sketch/navigation';

import { createClientOptions } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';

/** Form fields by server field names. */
const serverFields = { name: 'name', city: 'city' };

/** A form: a new client. */
export function NewClientPage() {
  const { title } = useTexts(pageTexts)['new-client'];
  return (
    <Page title={title} needs={{ permission: permission.clientCreate }}>
      <ClientForm title={title} />
    </Page>
  );
}

function ClientForm({ title }: { title: string }) {
  const texts = useTexts(clientTexts);
  const navigate = useNavigate();
  const required = (value: string) => (value.trim() === '' ? texts.form.required : null);
  const form = useCheckedForm<ClientInput>({
    initialValues: { name: '', city: '' },
    validate: { name: required, city: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: createClientOptions(),
    fields: serverFields,
    onSuccess: ({ id, name }) => {
      notifySuccess(texts.created(name));
      return navigate({ to: '/clients/$id', params: { id: String(id) }, ignoreBlocker: true });
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={title}>
      <TextInput {...form.getInputProps('name')} label={texts.columns.name} autoComplete="off" />
      <TextInput {...form.getInputProps('city')} label={texts.columns.city} autoComplete="off" />
      <SubmitButton sending={sending} sendingLabel={texts.form.saving}>
        {texts.form.save}
      </SubmitButton>
    </form>
  );
}
