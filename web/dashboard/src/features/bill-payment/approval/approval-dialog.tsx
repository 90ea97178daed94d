import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { PinField, pinLength } from '@shared/form/pin-field';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';

import { type ApprovalInput, approvalOptions, saveApprovalOptions, scheduledKeys } from '../list-queries';
import { approvalTexts } from './approval-texts';

/** Sets the total above which a second user approves scheduled orders. */
export function ApprovalDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useTexts(approvalTexts);
  const load = useQuery({ ...approvalOptions(), enabled: opened });
  const failure = useFailure(load);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="question">
      {load.data === undefined ? (
        <DialogBody>
          {failure === null ? (
            <Skeleton height="12rem" />
          ) : (
            <LoadFailed
              title={texts.failed}
              error={failure}
              retrying={load.isFetching}
              onRetry={() => void load.refetch()}
            />
          )}
        </DialogBody>
      ) : (
        <ApprovalForm amount={load.data} onDone={onClose} />
      )}
    </Dialog>
  );
}

const serverFields = { amount: 'amount', pin: 'pin' };
const pinRefusals = new Set(['InvalidPinError', 'PinLockedError', 'PinNotSetError']);

function ApprovalForm({ amount, onDone }: { amount: number | null; onDone: () => void }) {
  const texts = useTexts(approvalTexts);
  const client = useQueryClient();
  const form = useCheckedForm<ApprovalInput>({
    initialValues: { amount: amount ?? undefined, pin: '' },
    validate: {
      amount: (total) => (total === 0 ? texts.zero : null),
      pin: (pin) => (pin.length === pinLength ? null : texts.pinRequired),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveApprovalOptions(),
    fields: serverFields,
    problems: ({ code, text }) => (pinRefusals.has(code) ? { pin: text } : undefined),
    onSuccess: (_answer, values) => {
      notifySuccess(values.amount === undefined ? texts.none : texts.saved);
      void client.invalidateQueries({ queryKey: scheduledKeys.approval });
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <RupiahField
          {...form.getInputProps('amount')}
          value={form.values.amount}
          label={texts.amount}
          description={texts.help}
          readOnly={sending}
          data-autofocus
        />
        <PinField {...form.getInputProps('pin')} label={texts.pin} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
