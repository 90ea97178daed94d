import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { redirectDelay } from '@shared/errors/error-handler';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useApp } from '@shared/app/app';
import { useTexts } from '@shared/i18n/texts';
import { clearNotices, notifySuccess } from '@shared/notify/notify';
import { NewPasswordField } from '@shared/password/new-password-field';
import { PasswordRuleList } from '@shared/password/password-rule-list';
import { usePasswordCheck } from '@shared/password/use-password-check';

import { forcePasswordOptions } from './access-queries';
import { accessTexts } from './access-texts';
import classes from './access.module.css';

const route = getRouteApi('/change-password');
const serverFields = { password: 'password', rePassword: 'confirmation' };

/** The form for replacing an expired password. It can be sent once the server accepts the new password. */
export function ForcedPasswordForm() {
  const texts = useTexts(accessTexts).expired;
  const { calls, session } = useApp();
  const navigate = useNavigate();
  const { next } = route.useSearch();
  const form = useCheckedForm({
    initialValues: { password: '', confirmation: '' },
    validate: {
      confirmation: (value, { password }) => {
        if (value === '') return texts.confirmationRequired;
        return value === password ? null : texts.mismatch;
      },
    },
  });
  const { password } = form.values;
  const check = usePasswordCheck(calls, password);

  async function leave() {
    clearNotices();
    notifySuccess(texts.changed);
    session.passwordChanged();
    const { token } = session.read();
    await new Promise((resolve) => setTimeout(resolve, redirectDelay));
    session.end(token);
    await navigate({ to: '/login', search: { next } });
  }

  const { onSubmit, sending } = useSubmit(form, {
    mutation: forcePasswordOptions(calls),
    fields: serverFields,
    ready: check.status === 'success',
    onSuccess: leave,
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <NewPasswordField
        {...form.getInputProps('password')}
        check={check}
        label={texts.password}
        name="password"
        size="lg"
      />
      <PasswordField
        {...form.getInputProps('confirmation')}
        label={texts.confirmation}
        name="confirmation"
        size="lg"
        autoComplete="new-password"
      />
      <PasswordRuleList password={password} check={check} />
      <SubmitButton
        size="lg"
        fullWidth
        disabled={check.status !== 'success'}
        sending={sending}
        sendingLabel={texts.sending}
      >
        {texts.submit}
      </SubmitButton>
    </form>
  );
}
