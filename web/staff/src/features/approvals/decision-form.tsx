import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ProgressButton } from '@shared/ui/progress-button';

import { decideOptions } from './approval-queries';
import { approvalTexts } from './approval-texts';
import classes from './approvals.module.css';

const longestReason = 500;

/** Approves a request or rejects it. The server then asks who uses the session, and the decision goes on by itself. */
export function DecisionForm({ id }: { id: string }) {
  const texts = useTexts(approvalTexts).decide;
  const form = useCheckedForm({ initialValues: { reason: '' } });
  const approval = useSubmit(form, {
    mutation: decideOptions(id, 'approve'),
    fields: { reason: 'reason' },
    onSuccess: () => notifySuccess(texts.approved),
  });
  const rejection = useSubmit(form, {
    mutation: decideOptions(id, 'reject'),
    fields: { reason: 'reason' },
    onSuccess: () => notifySuccess(texts.rejected),
  });
  const sending = approval.sending || rejection.sending;
  function reject() {
    if (sending) return;
    if (form.getValues().reason.trim() === '') {
      form.setErrors({ reason: texts.reasonRequired });
      form.getInputNode('reason')?.focus();
    } else {
      rejection.onSubmit();
    }
  }
  return (
    <form
      className={classes['decision']}
      onSubmit={(event) => {
        if (rejection.sending) event.preventDefault();
        else approval.onSubmit(event);
      }}
      noValidate
      aria-label={texts.approve}
    >
      <TextInput
        {...form.getInputProps('reason')}
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={longestReason}
        name="reason"
      />
      <div className={classes['buttons']}>
        <ProgressButton variant="danger" sending={rejection.sending} sendingLabel={texts.rejecting} onPress={reject}>
          {texts.reject}
        </ProgressButton>
        <SubmitButton sending={approval.sending} sendingLabel={texts.approving}>
          {texts.approve}
        </SubmitButton>
      </div>
    </form>
  );
}
