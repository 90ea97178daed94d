import { Textarea } from '@mantine/core';

import { answerComplaintOptions, type OrderComplaint } from '@/orders/complaint-queries';
import type { StaffOrderDetail } from '@/orders/order-queries';
import { complaintTexts } from '@shared/format/complaint-texts';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { orderComplaintTexts } from './complaint-texts';

const maxText = 1000;

type Result = NonNullable<OrderComplaint['result']>;

interface AnswerDialogProps {
  opened: boolean;
  order: StaffOrderDetail;
  complaint: OrderComplaint;
  onClose: () => void;
}

/** Answers a complaint, and closes it with a result that agrees with its order. */
export function AnswerDialog({ opened, onClose, ...form }: AnswerDialogProps) {
  const texts = useTexts(orderComplaintTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.dialog} size="form">
      <AnswerForm {...form} onDone={onClose} />
    </Dialog>
  );
}

/** The results that the server takes: what is said to be back is back. */
function resultsOf({ status, refunded }: StaffOrderDetail): Result[] {
  if (status === 'pending') return [];
  return [
    ...(status === 'success' ? (['delivered'] as const) : []),
    ...(refunded ? (['refunded'] as const) : []),
    'rejected',
  ];
}

interface AnswerFormProps extends Pick<AnswerDialogProps, 'order' | 'complaint'> {
  onDone: () => void;
}

function AnswerForm({ order, complaint, onDone }: AnswerFormProps) {
  const texts = useTexts(orderComplaintTexts);
  const { reasons, results } = useTexts(complaintTexts);
  const form = useCheckedForm<{ text: string; result: Result | '' }>({
    initialValues: { text: '', result: '' },
    validate: { text: (text) => (text.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: answerComplaintOptions(order.orderId, complaint.number),
    fields: { text: 'text', result: 'result' },
    onSuccess: ({ state }) => {
      notifySuccess(state === 'closed' ? texts.closed : texts.sent);
      onDone();
    },
  });
  return (
    <DialogForm label={texts.dialog} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.what(complaint.openedBy, reasons[complaint.reason])}</p>
        <Textarea
          {...form.getInputProps('text')}
          label={texts.text}
          description={texts.textHelp}
          maxLength={maxText}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
        />
        <SelectField
          label={texts.result}
          description={order.status === 'pending' ? texts.resultPending : texts.resultHelp}
          value={form.values.result}
          error={form.errors['result']}
          options={[
            { value: '', label: texts.stayOpen },
            ...resultsOf(order).map((value) => ({ value, label: texts.closeAs(results[value]) })),
          ]}
          onChange={(result) => form.setFieldValue('result', result)}
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
