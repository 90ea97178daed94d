import { Textarea } from '@mantine/core';

import { closeReviewsOptions } from '@/orders/order-queries';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { decisionTexts } from './decision-texts';

interface CloseDialogProps {
  opened: boolean;
  orderId: string;
  onClose: () => void;
}

/** Closes the reviews of an order without changing it. */
export function CloseDialog({ opened, orderId, onClose }: CloseDialogProps) {
  const { close } = useTexts(decisionTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={close.title} size="form">
      <CloseForm orderId={orderId} onDone={onClose} />
    </Dialog>
  );
}

function CloseForm({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const { close: texts, settle } = useTexts(decisionTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (reason: string) => (reason.trim() === '' ? settle.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: closeReviewsOptions(orderId),
    fields: { reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.done);
      onDone();
    },
  });
  return (
    <DialogForm label={texts.title} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <Textarea
          {...form.getInputProps('reason')}
          label={settle.reason}
          description={settle.reasonHelp}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
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
