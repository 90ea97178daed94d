import { mutationOptions } from '@tanstack/react-query';

import type { ProofMethod } from '@shared/api/step-up';
import { type App, useApp } from '@shared/app/app';
import { passkeyCalls } from '@shared/app/passkey/passkey-calls';
import { PasskeyButton } from '@shared/app/passkey/passkey-button';
import { CodeField } from '@shared/form/code-field';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { stepUpTexts } from './step-up-texts';

interface Proof {
  code: string;
  password: string;
}

/** Proves who uses the session, which goes on with a new token. */
function stepUpOptions({ calls, session }: App, method: ProofMethod) {
  return mutationOptions({
    mutationKey: ['session', 'step-up'],
    mutationFn: async ({ code, password }: Proof) => {
      const { token } = await (await calls.factors()).stepUp(method === 'app' ? { code } : { password });
      session.renew(token);
    },
    meta: { keepSession: true },
    // Do not keep the password in the cache.
    gcTime: 0,
  });
}

/** Proves by a passkey who uses the session. */
function passkeyProofOptions({ calls, session }: App) {
  return mutationOptions({
    mutationKey: ['session', 'step-up', 'passkey'],
    mutationFn: async () => {
      const { signByPasskey } = await import('@shared/app/passkey/passkey');
      const { stepUp } = await passkeyCalls(calls);
      const { token } = await signByPasskey(stepUp);
      session.renew(token);
    },
  });
}

interface StepUpDialogProps {
  opened: boolean;
  methods: readonly ProofMethod[];
  onProved: () => void;
  onClose: () => void;
}

/** Asks for a passkey or a code of the authenticator app, or for the password of users without a second factor. */
export function StepUpDialog({ opened, methods, onProved, onClose }: StepUpDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(stepUpTexts).title} size="question">
      {methods.includes('passkey') && !methods.includes('app') ? (
        <PasskeyProof onProved={onProved} />
      ) : (
        <StepUpForm methods={methods} onProved={onProved} />
      )}
    </Dialog>
  );
}

/** For users whose only factors are passkeys. */
function PasskeyProof({ onProved }: Pick<StepUpDialogProps, 'onProved'>) {
  const texts = useTexts(stepUpTexts);
  return (
    <>
      <DialogBody>
        <p>{texts.text}</p>
        <ByPasskey onProved={onProved} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
      </DialogFoot>
    </>
  );
}

function ByPasskey({ onProved }: Pick<StepUpDialogProps, 'onProved'>) {
  const app = useApp();
  return <PasskeyButton mutation={passkeyProofOptions(app)} onDone={onProved} />;
}

function StepUpForm({ methods, onProved }: Pick<StepUpDialogProps, 'methods' | 'onProved'>) {
  const texts = useTexts(stepUpTexts);
  const app = useApp();
  const method = methods.includes('app') ? 'app' : 'password';
  const form = useCheckedForm<Proof>({
    initialValues: { code: '', password: '' },
    validate: {
      code: (value) => (method === 'app' && value.trim() === '' ? texts.codeRequired : null),
      password: (value) => (method === 'password' && value === '' ? texts.passwordRequired : null),
    },
  });
  const problemsOf: Record<string, Record<string, string>> = {
    InvalidCodeError: { code: texts.codeWrong },
    ClientUnauthorizedError: { password: texts.passwordWrong },
  };
  const { onSubmit, sending } = useSubmit(form, {
    mutation: stepUpOptions(app, method),
    problems: ({ code }) => problemsOf[code],
    onSuccess: () => {
      form.reset();
      onProved();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        {methods.includes('passkey') ? <ByPasskey onProved={onProved} /> : null}
        {method === 'app' ? (
          <CodeField {...form.getInputProps('code')} label={texts.code} data-autofocus />
        ) : (
          <PasswordField
            {...form.getInputProps('password')}
            label={texts.password}
            name="password"
            autoComplete="current-password"
            data-autofocus
          />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.confirming}>
          {texts.confirm}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
