import { useMutation } from '@tanstack/react-query';

import { ApiProblem } from '@shared/api/problem';
import { retrySentence, retryTime } from '@shared/errors/retry-time';
import { fieldProblems } from '@shared/form/field-problems';
import { focusFirstError } from '@shared/form/focus-first-error';
import { PinField, pinLength } from '@shared/form/pin-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';

import { changePinOptions, type PinValues } from './pin-queries';
import { pinTexts } from './pin-texts';
import classes from './pin.module.css';

const serverFields = { pin: 'current', newPin: 'pin', confirmPin: 'confirmation' };

/** Changes the PIN. */
export function PinForm() {
  const texts = useTexts(pinTexts);
  const change = useMutation(changePinOptions());
  const form = useCheckedForm<PinValues>({
    initialValues: { current: '', pin: '', confirmation: '' },
    validate: {
      current: (value) => (value === '' ? texts.currentRequired : null),
      pin: (value) => (value.length === pinLength ? null : texts.wrongLength),
      confirmation: (value, { pin }) => (value !== '' && value === pin ? null : texts.mismatch),
    },
  });
  useUnsavedChanges(form.isDirty());

  function refuse(error: unknown) {
    const problems = fieldProblems(error, serverFields);
    if (error instanceof ApiProblem && error.code === 'InvalidPinError') problems['current'] = texts.wrongPin;
    if (error instanceof ApiProblem && error.code === 'PinLockedError') {
      // Without a time to wait it stays so until it is reset.
      const until = retryTime(error);
      problems['current'] = until === undefined ? texts.disabled : texts.locked(until);
    }
    if (Object.keys(problems).length === 0) {
      notifyError({ title: texts.failed, text: retrySentence(error) });
      return;
    }
    form.setErrors(problems);
    focusFirstError(form, problems);
  }

  const send = form.onSubmit(
    (values) => {
      if (change.isPending) return;
      change.mutate(values, {
        onSuccess: () => {
          notifySuccess(texts.changed);
          form.reset();
        },
        onError: refuse,
      });
    },
    (errors) => focusFirstError(form, errors),
  );

  return (
    <form className={classes['form']} onSubmit={send} noValidate aria-label={texts.title}>
      <PinField {...form.getInputProps('current')} label={texts.current} />
      <PinField {...form.getInputProps('pin')} label={texts.pin} />
      <PinField {...form.getInputProps('confirmation')} label={texts.confirmation} />
      <SubmitButton sending={change.isPending} sendingLabel={texts.sending}>
        {texts.submit}
      </SubmitButton>
    </form>
  );
}
