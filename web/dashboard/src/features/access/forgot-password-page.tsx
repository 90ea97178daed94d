import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { ClientIdField, UsernameField } from '@shared/form/account-fields';
import { accountTexts } from '@shared/form/account-texts';
import { fieldProblems } from '@shared/form/field-problems';
import { focusFirstError } from '@shared/form/focus-first-error';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { PublicPage } from '@shared/public-page/public-page';

import { forgotPasswordOptions } from './access-queries';
import { accessTexts } from './access-texts';
import classes from './access.module.css';

/** The server calls the fields as the form does. */
const ownFields = { clientId: 'clientId', username: 'username' };

function ForgotPasswordForm() {
  const texts = useTexts(accessTexts).forgot;
  const fields = useTexts(accountTexts);
  const navigate = useNavigate();
  const request = useMutation({
    ...forgotPasswordOptions(),
    // Awaited: the form is sending until the login has come, and can't be sent a second time.
    onSuccess: () => {
      notifySuccess(texts.sent);
      return navigate({ to: '/login' });
    },
  });
  const form = useCheckedForm({
    initialValues: { clientId: '', username: '' },
    validate: {
      clientId: (value) => (value === '' ? fields.clientIdRequired : null),
      username: (value) => (value.trim() === '' ? fields.usernameRequired : null),
    },
  });
  const send = form.onSubmit(
    (values) => {
      if (request.isPending) return;
      request.mutate(values, {
        onError: (error) => {
          const problems = fieldProblems(error, ownFields);
          form.setErrors(problems);
          focusFirstError(form, problems);
        },
      });
    },
    (errors) => focusFirstError(form, errors),
  );
  return (
    <form className={classes['form']} onSubmit={send} noValidate aria-label={texts.title}>
      <ClientIdField
        {...form.getInputProps('clientId')}
        onDigits={(digits) => form.setFieldValue('clientId', digits)}
        size="lg"
      />
      <UsernameField {...form.getInputProps('username')} size="lg" />
      <SubmitButton size="lg" fullWidth sending={request.isPending} sendingLabel={texts.sending}>
        {texts.submit}
      </SubmitButton>
      <Link to="/login" className={classes['link']}>
        {texts.haveAccount}
      </Link>
    </form>
  );
}

/** Asks who forgot their password; an e-mail does the rest. */
export function ForgotPasswordPage() {
  const texts = useTexts(accessTexts).forgot;
  return (
    <PublicPage title={texts.title}>
      <p className={classes['hint']}>{texts.hint}</p>
      <ForgotPasswordForm />
    </PublicPage>
  );
}
