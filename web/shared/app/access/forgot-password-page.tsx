import { Link, useNavigate } from '@tanstack/react-router';

import { useApp } from '@shared/app/app';
import { ClientIdField, UsernameField } from '@shared/form/account-fields';
import { accountTexts } from '@shared/form/account-texts';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { PublicPage } from '@shared/public-page/public-page';

import { forgotPasswordOptions } from './access-queries';
import { accessTexts } from './access-texts';
import classes from './access.module.css';

/** Form fields by server field names. */
const ownFields = { clientId: 'clientId', username: 'username' };

function ForgotPasswordForm() {
  const texts = useTexts(accessTexts).forgot;
  const fields = useTexts(accountTexts);
  const { calls } = useApp();
  const navigate = useNavigate();
  const form = useCheckedForm({
    initialValues: { clientId: '', username: '' },
    validate: {
      clientId: (value) => (value === '' ? fields.clientIdRequired : null),
      username: (value) => (value.trim() === '' ? fields.usernameRequired : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: forgotPasswordOptions(calls),
    fields: ownFields,
    onSuccess: () => {
      notifySuccess(texts.sent);
      return navigate({ to: '/login' });
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <ClientIdField
        {...form.getInputProps('clientId')}
        onDigits={(digits) => form.setFieldValue('clientId', digits)}
        size="lg"
      />
      <UsernameField {...form.getInputProps('username')} size="lg" />
      <SubmitButton size="lg" fullWidth sending={sending} sendingLabel={texts.sending}>
        {texts.submit}
      </SubmitButton>
      <Link to="/login" className={classes['link']}>
        {texts.haveAccount}
      </Link>
    </form>
  );
}

/** The form that requests the e-mail for a forgotten password. */
export function ForgotPasswordPage() {
  const texts = useTexts(accessTexts).forgot;
  return (
    <PublicPage title={texts.title}>
      <p className={classes['hint']}>{texts.hint}</p>
      <ForgotPasswordForm />
    </PublicPage>
  );
}
