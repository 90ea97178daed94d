// oxlint-disable-next-line import/no-unassigned-import
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Button, Checkbox } from '@mantine/core';
import { mutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { type App, useApp } from '@shared/app/app';
import { passkeyCalls } from '@shared/app/passkey/passkey-calls';
import { PasskeyButton } from '@shared/app/passkey/passkey-button';
import { CodeField } from '@shared/form/code-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';

import { secondStepTexts } from './second-step-texts';
import { beginSession, type FirstStep } from './sign-in';
import classes from './sign-in-form.module.css';

interface SecondStepValues {
  code: string;
  remember: boolean;
}

/** Finishes a sign-in by a code. The token of the first step serves this call alone. */
function secondStepOptions(app: App, queryClient: QueryClient, first: FirstStep) {
  return mutationOptions({
    mutationKey: ['session', 'second-step'],
    mutationFn: async ({ code, remember }: SecondStepValues) => {
      const { token } = await (await app.calls.factors()).finishSignIn(first.token, { code: code.trim(), remember });
      await beginSession(app, queryClient, token, first.username);
    },
    gcTime: 0,
  });
}

/** Finishes a sign-in by a passkey. */
function passkeyStepOptions(app: App, queryClient: QueryClient, first: FirstStep, remember: boolean) {
  return mutationOptions({
    mutationKey: ['session', 'second-step', 'passkey'],
    mutationFn: async () => {
      const { signByPasskey } = await import('@shared/app/passkey/passkey');
      const { secondStep } = await passkeyCalls(app.calls);
      const { token } = await signByPasskey(secondStep(first.token, remember));
      await beginSession(app, queryClient, token, first.username);
    },
  });
}

interface SecondStepProps {
  first: FirstStep;
  onBack: () => void;
  /** Called when the session has begun; a promise counts as sending. */
  onDone: () => unknown;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ first, onBack, onDone }: SecondStepProps) {
  const texts = useTexts(secondStepTexts);
  const field = useRef<HTMLInputElement>(null);
  const app = useApp();
  const queryClient = useQueryClient();
  const form = useCheckedForm<SecondStepValues>({
    initialValues: { code: '', remember: false },
    validate: { code: (value) => (value.trim() === '' ? texts.codeRequired : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: secondStepOptions(app, queryClient, first),
    problems: ({ code }) => (code === 'InvalidCodeError' ? { code: texts.codeWrong } : undefined),
    onSuccess: onDone,
  });
  useEffect(() => field.current?.focus(), []);
  const canRecover = first.methods.includes('recovery_code');
  const hasPasskey = first.methods.includes('passkey');
  const hasApp = first.methods.includes('app');
  const hasCode = hasApp || canRecover;
  const appHint = canRecover ? texts.textWithRecovery : texts.text;
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      {hasPasskey ? (
        <PasskeyButton
          mutation={passkeyStepOptions(app, queryClient, first, form.getValues().remember)}
          onDone={onDone}
          size="lg"
        />
      ) : null}
      {hasCode ? <p className={classes['hint']}>{hasApp ? appHint : texts.textForRecovery}</p> : null}
      {hasCode ? <CodeField {...form.getInputProps('code')} ref={field} label={texts.code} size="lg" /> : null}
      {first.rememberDays > 0 ? (
        <Checkbox
          {...form.getInputProps('remember', { type: 'checkbox' })}
          label={texts.remember(first.rememberDays)}
        />
      ) : null}
      {hasCode ? (
        <SubmitButton size="lg" fullWidth sending={sending} sendingLabel={texts.sending}>
          {texts.submit}
        </SubmitButton>
      ) : null}
      <Button variant="default" size="lg" fullWidth onClick={onBack}>
        {texts.back}
      </Button>
    </form>
  );
}
