import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { SubmitButton } from '@/shared/form/submit-button';
import { useTexts } from '@/shared/i18n/texts';
import { session } from '@/shared/session/session';
import { defaultOrderRange } from '@/shared/url/default-order-range';

import { signInOptions } from './sign-in';
import classes from './sign-in-form.module.css';
import { signInTexts } from './sign-in-texts';

const longestClientId = 12;

function RevealIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon className={classes['icon']} aria-hidden />;
}

/** Client id, username and password; leads to the orders of yesterday and today. */
export function SignInForm() {
  const texts = useTexts(signInTexts);
  const navigate = useNavigate();
  const [revealed, setRevealed] = useState(false);
  const signIn = useMutation(signInOptions(useQueryClient()));
  const form = useForm({
    initialValues: { clientId: '', username: '', password: '' },
    validate: {
      clientId: (value) => (value === '' ? texts.clientIdRequired : null),
      username: (value) => (value.trim() === '' ? texts.usernameRequired : null),
      password: (value) => (value === '' ? texts.passwordRequired : null),
    },
  });

  const send = form.onSubmit(
    (values) => {
      if (signIn.isPending) return;
      signIn.mutate(values, {
        onSuccess: () => {
          const zone = session.read().clientDetail?.value.timeZone;
          void navigate({ to: '/orders', search: defaultOrderRange(zone), replace: true });
        },
        onError: () => form.getInputNode('password')?.focus(),
      });
    },
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) form.getInputNode(first)?.focus();
    },
  );

  return (
    <form className={classes['form']} onSubmit={send} noValidate aria-label={texts.title}>
      <TextInput
        {...form.getInputProps('clientId')}
        key={form.key('clientId')}
        label={texts.clientId}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/gu, '').slice(0, longestClientId);
          form.setFieldValue('clientId', digits);
        }}
        name="clientId"
        size="lg"
        inputMode="numeric"
        autoComplete="organization"
        classNames={{ input: classes['mono'] ?? '' }}
      />
      <TextInput
        {...form.getInputProps('username')}
        key={form.key('username')}
        label={texts.username}
        name="username"
        size="lg"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes['password']}>
        <PasswordInput
          {...form.getInputProps('password')}
          key={form.key('password')}
          label={texts.password}
          name="password"
          size="lg"
          autoComplete="current-password"
          visibilityToggleIcon={RevealIcon}
          visible={revealed}
          onVisibilityChange={setRevealed}
          visibilityToggleButtonProps={{
            'aria-label': revealed ? texts.hidePassword : texts.showPassword,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        />
        <Link to="/forgot-password" className={classes['forgot']}>
          {texts.forgot}
        </Link>
      </div>
      <SubmitButton size="lg" fullWidth sending={signIn.isPending} sendingLabel={texts.sending}>
        {texts.login}
      </SubmitButton>
    </form>
  );
}
