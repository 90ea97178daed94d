import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import type { CurrentUser } from '@shared/api/types';
import { retrySentence } from '@shared/errors/retry-time';
import { focusFirstError } from '@shared/form/focus-first-error';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { permission } from '@/session/permissions';
import { useHolds } from '@/session/current-user';
import { Note } from '@shared/ui/note';

import { isEmail } from '../fields';
import { changeEmailOptions, type EmailValues } from './personal-queries';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

const wrongPasswordCode = 'ClientUnauthorizedError';

function useEmailForm(user: CurrentUser) {
  const texts = useTexts(personalTexts);
  return useCheckedForm<EmailValues>({
    initialValues: { email: user.email, emailFinance: user.Client.emailFinance, password: '' },
    validate: {
      email: (value) => (isEmail(value.trim()) ? null : texts.invalidEmail),
      emailFinance: (value) => (isEmail(value.trim()) ? null : texts.invalidEmailFinance),
      password: (value) => (value === '' ? texts.passwordRequired : null),
    },
  });
}

/** Who the user is, and their e-mail addresses, which the permission to change them opens. */
export function EmailForm({ user }: { user: CurrentUser }) {
  const texts = useTexts(personalTexts);
  const editable = useHolds(permission.profileChangeEmail);
  const [waiting, setWaiting] = useState(false);
  const form = useEmailForm(user);
  const change = useMutation(changeEmailOptions(user));
  useUnsavedChanges(editable && form.isDirty());

  const send = form.onSubmit(
    (values) => {
      if (change.isPending) return;
      change.mutate(values, {
        onSuccess: () => {
          notifySuccess(texts.sent);
          setWaiting(true);
          form.reset();
        },
        onError: (error) => {
          if (!(error instanceof ApiProblem && error.code === wrongPasswordCode)) {
            notifyError({ title: texts.failed, text: retrySentence(error) });
            return;
          }
          form.setFieldError('password', texts.wrongPassword);
          form.getInputNode('password')?.focus();
        },
      });
    },
    (errors) => focusFirstError(form, errors),
  );

  return (
    <form className={classes['form']} onSubmit={send} noValidate aria-label={texts.title}>
      <Facts user={user} />
      <TextInput
        {...form.getInputProps('email')}
        label={texts.email}
        readOnly={!editable}
        name="email"
        type="email"
        autoComplete="email"
        description={editable ? undefined : texts.noPermission}
      />
      <TextInput
        {...form.getInputProps('emailFinance')}
        label={texts.emailFinance}
        readOnly={!editable}
        name="emailFinance"
        type="email"
        autoComplete="off"
        description={texts.emailFinanceHelp}
      />
      {editable ? (
        <>
          <PasswordField
            {...form.getInputProps('password')}
            label={texts.password}
            description={texts.passwordHelp}
            name="password"
            autoComplete="current-password"
          />
          {waiting ? (
            <div className={classes['wide']}>
              <Note live>{texts.waiting}</Note>
            </div>
          ) : null}
          <div className={classes['foot']}>
            <SubmitButton sending={change.isPending} sendingLabel={texts.sending}>
              {texts.save}
            </SubmitButton>
          </div>
        </>
      ) : null}
    </form>
  );
}

function Facts({ user }: { user: CurrentUser }) {
  const texts = useTexts(personalTexts);
  return (
    <div className={classes['facts']}>
      <TextInput label={texts.username} value={user.username} readOnly />
      <TextInput
        label={texts.clientId}
        value={String(user.Client.id)}
        readOnly
        classNames={{ input: classes['mono'] ?? '' }}
      />
      <TextInput label={texts.role} value={user.roleName} readOnly />
    </div>
  );
}
