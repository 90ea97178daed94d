import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, Textarea, TextInput } from '@mantine/core';

import { settleOptions, type StaffOrderDetail } from '@/orders/order-queries';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { decisionTexts } from './decision-texts';

interface SettleDialogProps {
  opened: boolean;
  order: StaffOrderDetail;
  onClose: () => void;
}

/** Ends a pending order as delivered, by the supplier's word. */
export function SettleDialog({ opened, order, onClose }: SettleDialogProps) {
  const { settle } = useTexts(decisionTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={settle.title} size="form">
      <SettleForm order={order} onDone={onClose} />
    </Dialog>
  );
}

const serverFields = { serialNumber: 'serialNumber', supplierSaid: 'supplierSaid', reason: 'reason' };

function SettleForm({ order, onDone }: { order: StaffOrderDetail; onDone: () => void }) {
  const { settle: texts } = useTexts(decisionTexts);
  const required = (value: string) => (value.trim() === '' ? texts.required : null);
  const form = useCheckedForm({
    initialValues: { serialNumber: '', supplierSaid: false, reason: '' },
    validate: {
      serialNumber: (value: string) => (order.needsSerial ? required(value) : null),
      supplierSaid: (confirmed: boolean) => (confirmed ? null : texts.saidFirst),
      reason: required,
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: settleOptions(order.orderId),
    fields: serverFields,
    onSuccess: () => {
      notifySuccess(texts.done);
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <TextInput
          {...form.getInputProps('serialNumber')}
          label={texts.serial}
          description={texts.serialHelp}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          maxLength={500}
          autosize
          minRows={2}
        />
        <Checkbox {...form.getInputProps('supplierSaid', { type: 'checkbox' })} label={texts.said} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
