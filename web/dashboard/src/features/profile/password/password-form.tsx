import { useApp } from '@shared/app/app';
import { PasswordField } from '@shared/form/password-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { NewPasswordField } from '@shared/password/new-password-field';
import { PasswordRuleList } from '@shared/password/password-rule-list';
import { usePasswordCheck } from '@shared/password/use-password-check';

import { changePasswordOptions, type PasswordValues } from './password-queries';
import { passwordSectionTexts } from './password-section-texts';
import classes from './password.module.css';

const serverFields = { oldPassword: 'current', password: 'password', repassword: 'confirmation' };

function usePasswordForm() {
  const texts = useTexts(passwordSectionTexts);
  return useCheckedForm<PasswordValues>({
    initialValues: { current: '', password: '', confirmation: '' },
    validate: {
      current: (value) => (value === '' ? texts.currentRequired : null),
      confirmation: (value, { password }) => {
        if (value === '') return texts.confirmationRequired;
        return value === password ? null : texts.mismatch;
      },
    },
  });
}

/** Changes the user's own password. It can be submitted once the server accepts the new one. */
export function PasswordForm() {
  const texts = useTexts(passwordSectionTexts);
  const form = usePasswordForm();
  const { password } = form.values;
  const check = usePasswordCheck(useApp().calls, password);
  const { onSubmit, sending } = useSubmit(form, {
    mutation: changePasswordOptions(),
    fields: serverFields,
    ready: check.status === 'success',
    onSuccess: () => {
      notifySuccess(texts.changed);
      form.reset();
    },
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <div className={classes['fields']}>
        <PasswordField
          {...form.getInputProps('current')}
          label={texts.current}
          name="current"
          autoComplete="current-password"
        />
        <NewPasswordField {...form.getInputProps('password')} check={check} label={texts.password} name="password" />
        <PasswordField
          {...form.getInputProps('confirmation')}
          label={texts.confirmation}
          name="confirmation"
          autoComplete="new-password"
        />
        <div className={classes['foot']}>
          <p className={classes['hint']}>{texts.others}</p>
          <SubmitButton disabled={check.status !== 'success'} sending={sending} sendingLabel={texts.sending}>
            {texts.submit}
          </SubmitButton>
        </div>
      </div>
      <div className={classes['rules']}>
        <PasswordRuleList password={password} check={check} />
      </div>
    </form>
  );
}
