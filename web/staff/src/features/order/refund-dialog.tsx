import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Textarea } from '@mantine/core';

import { refundOptions, type StaffOrderDetail } from '@/orders/order-queries';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { decisionTexts } from './decision-texts';

interface RefundDialogProps {
  opened: boolean;
  order: StaffOrderDetail;
  onClose: () => void;
}

/** Ends an order as failed with its refund, or asks another member of staff for it. */
export function RefundDialog({ opened, order, onClose }: RefundDialogProps) {
  const { refund } = useTexts(decisionTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={refund.title} size="form">
      <RefundForm order={order} onDone={onClose} />
    </Dialog>
  );
}

const serverFields = { supplierSaid: 'supplierSaid', reason: 'reason', clientReason: 'clientReason' };

function RefundForm({ order, onDone }: { order: StaffOrderDetail; onDone: () => void }) {
  const { refund: texts, settle } = useTexts(decisionTexts);
  const required = (value: string) => (value.trim() === '' ? settle.required : null);
  const form = useCheckedForm({
    initialValues: { supplierSaid: false, reason: '', clientReason: '' },
    validate: {
      supplierSaid: (confirmed: boolean) => (confirmed || !order.needsSecondStaff ? null : settle.saidFirst),
      reason: required,
      clientReason: required,
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: refundOptions(order.orderId),
    fields: serverFields,
    onSuccess: ({ approvalId }) => {
      if (approvalId === undefined) notifySuccess(texts.done);
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text(formatRupiah(order.price, 'Rp'))}</p>
        {order.needsSecondStaff && <Note tone="warning">{texts.second}</Note>}
        <SelectField
          {...form.getInputProps('clientReason')}
          label={texts.clientReason}
          placeholder={texts.choose}
          options={order.clientReasons.map(({ code, text }) => ({ value: code, label: text }))}
          value={form.values.clientReason}
          onChange={(code) => form.setFieldValue('clientReason', code)}
          data-autofocus
        />
        <Textarea
          {...form.getInputProps('reason')}
          label={settle.reason}
          description={settle.reasonHelp}
          maxLength={500}
          autosize
          minRows={2}
        />
        {order.needsSecondStaff && (
          <Checkbox {...form.getInputProps('supplierSaid', { type: 'checkbox' })} label={texts.said} />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={settle.sending}>
          {order.needsSecondStaff ? texts.ask : texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
