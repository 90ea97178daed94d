import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { saveViewOptions } from './view-queries';
import { viewTexts } from './view-texts';

const longestName = 60;

interface SaveViewDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The filters to keep. */
  search: string;
}

/** Asks for the name of a view. */
export function SaveViewDialog({ opened, onClose, search }: SaveViewDialogProps) {
  const texts = useTexts(viewTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.dialog} size="form">
      <SaveViewForm search={search} onClose={onClose} />
    </Dialog>
  );
}

function SaveViewForm({ search, onClose }: Omit<SaveViewDialogProps, 'opened'>) {
  const texts = useTexts(viewTexts);
  const form = useCheckedForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: saveViewOptions(search),
    fields: { name: 'name' },
    onSuccess: () => {
      notifySuccess(texts.saved);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.dialog} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.what}</p>
        <TextInput
          {...form.getInputProps('name')}
          label={texts.name}
          name="name"
          autoComplete="off"
          maxLength={longestName}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {texts.action}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
