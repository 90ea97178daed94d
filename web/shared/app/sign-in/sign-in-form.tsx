import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { ClientIdField, UsernameField } from '@shared/form/account-fields';
import { accountTexts } from '@shared/form/account-texts';
import { fieldProblems } from '@shared/form/field-problems';
import { focusFirstError } from '@shared/form/focus-first-error';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useTexts } from '@shared/i18n/texts';
import { clearNotices } from '@shared/notify/notify';
import { lazyPart, PartPending } from '@shared/state/lazy-part';
import { useApp } from '@shared/app/app';
import { landingPath } from '@shared/app/session/landing';

import { type FirstStep, type NextStep, signInOptions } from './sign-in';
import classes from './sign-in-form.module.css';
import { signInTexts } from './sign-in-texts';

/** Loaded when a user with a second factor signs in. */
const SecondStep = lazyPart(async () => (await import('./second-step')).SecondStep, <PartPending />);

/** Form fields by server field names. */
const ownFields = { clientId: 'clientId', username: 'username', password: 'password' };

/** The sign-in form. After success it goes to the page that the user wanted. */
export function SignInForm() {
  const texts = useTexts(signInTexts);
  const fields = useTexts(accountTexts);
  const navigate = useNavigate();
  // The form stands at / and at /login.
  const { next } = useSearch({ strict: false });
  const queryClient = useQueryClient();
  const app = useApp();
  const [first, setFirst] = useState<FirstStep>();
  const signIn = useMutation({
    ...signInOptions(app, queryClient),
    // Awaited, so that the form counts as sending until the next page is loaded.
    onSuccess: (step: NextStep) => {
      clearNotices();
      if (step === 'set-up')
        return navigate({ href: `/second-factor${next ? `?next=${encodeURIComponent(next)}` : ''}` });
      return step ? setFirst(step) : land();
    },
  });
  const land = () =>
    navigate({ href: landingPath(app.landing, next, app.account.loadedUser(queryClient)), replace: true });
  const byPasskey = useMutation({
    mutationKey: ['session', 'sign-in', 'passkey'],
    // Loaded when a user asks for it.
    mutationFn: async () => (await import('./passkey-sign-in')).signInByPasskey(app, queryClient),
    onSuccess: () => land(),
  });
  const form = useCheckedForm({
    initialValues: { clientId: '', username: '', password: '' },
    validate: {
      clientId: (value) => (app.hasClients && value === '' ? fields.clientIdRequired : null),
      username: (value) => (value.trim() === '' ? fields.usernameRequired : null),
      password: (value) => (value === '' ? fields.passwordRequired : null),
    },
  });

  const send = form.onSubmit(
    (values) => {
      if (signIn.isPending) return;
      signIn.mutate(values, {
        onError: (error) => {
          const problems = fieldProblems(error, ownFields);
          form.setErrors(problems);
          if (Object.keys(problems).length > 0) focusFirstError(form, problems);
          else form.getInputNode('password')?.focus();
        },
      });
    },
    (errors) => focusFirstError(form, errors),
  );

  if (first) return <SecondStep first={first} onBack={() => setFirst(undefined)} onDone={land} />;
  return (
    <form className={classes['form']} onSubmit={send} noValidate aria-label={texts.title}>
      {app.hasClients ? (
        <ClientIdField
          {...form.getInputProps('clientId')}
          onDigits={(digits) => form.setFieldValue('clientId', digits)}
          size="lg"
        />
      ) : null}
      <UsernameField {...form.getInputProps('username')} size="lg" />
      <div className={classes['password']}>
        <PasswordField
          {...form.getInputProps('password')}
          label={fields.password}
          name="password"
          size="lg"
          autoComplete="current-password"
        />
        {app.forgotPasswordLink ? (
          <Link {...app.forgotPasswordLink} className={classes['forgot']}>
            {texts.forgot}
          </Link>
        ) : null}
      </div>
      <SubmitButton size="lg" fullWidth sending={signIn.isPending} sendingLabel={texts.sending}>
        {texts.login}
      </SubmitButton>
      {app.calls.takesPasskeys ? (
        <Button variant="default" size="lg" fullWidth onClick={() => byPasskey.isPending || byPasskey.mutate()}>
          {texts.passkey}
        </Button>
      ) : null}
    </form>
  );
}
