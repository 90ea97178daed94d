import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { cancelChangeOptions, type PriceChange } from './price-queries';
import { priceTexts } from './price-texts';

interface CancelDialogProps {
  /** Undefined while it is closed. */
  change: PriceChange | undefined;
  onClose: () => void;
}

/** Cancels a change before it takes effect. */
export function CancelDialog({ change, onClose }: CancelDialogProps) {
  const texts = useTexts(priceTexts);
  const shown = useLast(change);
  return (
    <Dialog
      opened={change !== undefined}
      onClose={onClose}
      title={texts.cancelNamed(shown?.productName ?? '')}
      size="form"
    >
      {shown && <CancelForm change={shown} onClose={onClose} />}
    </Dialog>
  );
}

function CancelForm({ change, onClose }: { change: PriceChange; onClose: () => void }) {
  const texts = useTexts(priceTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: cancelChangeOptions(change.id),
    fields: { reason: 'reason' },
    onSuccess: ({ approvalId }) => {
      if (approvalId === undefined) notifySuccess(texts.cancelled);
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.cancelNamed(change.productName)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.cancelText}</p>
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          autoComplete="off"
          maxLength={500}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.cancelSend}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
