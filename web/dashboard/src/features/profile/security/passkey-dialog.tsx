import { TextInput } from '@mantine/core';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { addPasskeyOptions } from './factor-queries';
import { factorTexts } from './factor-texts';
import { useDeviceName } from './session-columns';

interface PasskeyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called with the recovery codes, which are none for a further factor. */
  onAdded: (codes: string[]) => void;
}

/** Asks for a name, and has the browser make a passkey. */
export function PasskeyDialog({ opened, onClose, onAdded }: PasskeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(factorTexts).passkeys.add} size="question">
      <PasskeyForm onAdded={onAdded} />
    </Dialog>
  );
}

const longestName = 60;

function PasskeyForm({ onAdded }: Pick<PasskeyDialogProps, 'onAdded'>) {
  const texts = useTexts(factorTexts).passkeys;
  const nameOf = useDeviceName();
  const form = useCheckedForm({
    initialValues: { name: nameOf(navigator.userAgent) },
    validate: { name: (value) => (value.trim() === '' ? texts.nameRequired : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addPasskeyOptions(),
    onSuccess: onAdded,
  });
  return (
    <DialogForm label={texts.add} onSubmit={onSubmit}>
      <DialogBody>
        <p>{texts.text}</p>
        <TextInput {...form.getInputProps('name')} label={texts.name} maxLength={longestName} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.adding}>
          {texts.continue}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
