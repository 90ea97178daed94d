import type { ApiProblem } from '@shared/api/problem';
import { retryTime } from '@shared/errors/retry-time';
import { PinField, pinLength } from '@shared/form/pin-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { changePinOptions, type PinValues } from './pin-queries';
import { pinTexts } from './pin-texts';
import classes from './pin.module.css';

const serverFields = { pin: 'current', newPin: 'pin', confirmPin: 'confirmation' };

/** Changes the PIN. */
export function PinForm({ onChanged }: { onChanged: () => void }) {
  const texts = useTexts(pinTexts);
  const form = useCheckedForm<PinValues>({
    initialValues: { current: '', pin: '', confirmation: '' },
    validate: {
      current: (value) => (value === '' ? texts.currentRequired : null),
      pin: (value, { current }) => {
        if (value.length !== pinLength) return texts.wrongLength;
        return value === current ? texts.sameAsCurrent : null;
      },
      confirmation: (value, { pin }) => (value !== '' && value === pin ? null : texts.mismatch),
    },
  });

  function problems(problem: ApiProblem): Record<string, string> {
    if (problem.code === 'InvalidPinError') return { current: texts.wrongPin };
    if (problem.code !== 'PinLockedError') return {};
    // Without a retry time the PIN stays locked until it is reset.
    const until = retryTime(problem);
    return { current: until === undefined ? texts.disabled : texts.locked(until) };
  }

  const { onSubmit, sending } = useSubmit(form, {
    mutation: changePinOptions(),
    fields: serverFields,
    problems,
    failed: texts.failed,
    onSuccess: () => {
      notifySuccess(texts.changed);
      form.reset();
      onChanged();
    },
  });

  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
      <PinField {...form.getInputProps('current')} label={texts.current} />
      <PinField {...form.getInputProps('pin')} label={texts.pin} />
      <PinField {...form.getInputProps('confirmation')} label={texts.confirmation} />
      <div className={classes['foot']}>
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.submit}
        </SubmitButton>
      </div>
    </form>
  );
}
