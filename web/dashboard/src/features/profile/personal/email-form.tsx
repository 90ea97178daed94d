import { TextInput } from '@mantine/core';

import type { CurrentUser } from '@shared/api/types';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { isEmail } from '../fields';
import { changeEmailOptions, type EmailValues } from './personal-queries';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

// A long address is cut with an ellipsis while it isn't edited. Its title has the whole address.
const shortened = { input: classes['address'] ?? '' };
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

interface EmailFormProps {
  user: CurrentUser;
  /** True if the user may change the addresses. */
  editable: boolean;
}

/** Facts about the user and the form for the e-mail addresses. */
export function EmailForm({ user, editable }: EmailFormProps) {
  const texts = useTexts(personalTexts);
  const form = useEmailForm(user);
  const { email, emailFinance } = form.values;
  const changed = email.trim() !== user.email || emailFinance.trim() !== user.Client.emailFinance;
  const { onSubmit, sending } = useSubmit(form, {
    mutation: changeEmailOptions(user),
    ready: changed,
    problems: ({ code }) => (code === wrongPasswordCode ? { password: texts.wrongPassword } : undefined),
    failed: texts.failed,
    onSuccess: () => {
      notifySuccess(texts.sent);
      form.reset();
    },
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <Facts user={user} />
      <TextInput
        {...form.getInputProps('email')}
        label={texts.email}
        title={email}
        classNames={shortened}
        readOnly={!editable}
        name="email"
        type="email"
        autoComplete="email"
        description={editable ? undefined : texts.noPermission}
      />
      <TextInput
        {...form.getInputProps('emailFinance')}
        label={texts.emailFinance}
        title={emailFinance}
        classNames={shortened}
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
          <div className={classes['foot']}>
            <SubmitButton unavailable={!changed} sending={sending} sendingLabel={texts.sending}>
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
        classNames={{ input: classes['mono'] }}
      />
      <TextInput label={texts.role} value={user.roleName} readOnly />
    </div>
  );
}
