import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { type Shop, unpublishOptions } from './shop-queries';
import { shopTexts } from './shop-texts';

interface UnpublishDialogProps {
  /** Undefined while it is closed. */
  shop: Shop | undefined;
  onClose: () => void;
}

/** Hides a shop from shoppers. */
export function UnpublishDialog({ shop, onClose }: UnpublishDialogProps) {
  const texts = useTexts(shopTexts);
  const shown = useLast(shop);
  return (
    <Dialog opened={shop !== undefined} onClose={onClose} title={texts.dialog(shown?.name ?? '')} size="form">
      {shown && <UnpublishForm shop={shown} onClose={onClose} />}
    </Dialog>
  );
}

function UnpublishForm({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const texts = useTexts(shopTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: unpublishOptions(shop.clientId),
    fields: { reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.done(shop.name));
      onClose();
    },
  });
  return (
    <DialogForm label={texts.dialog(shop.name)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
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
        <SubmitButton variant="danger" sending={sending} sendingLabel={texts.saving}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
