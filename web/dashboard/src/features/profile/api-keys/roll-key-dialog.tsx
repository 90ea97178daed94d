import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { rollApiKeyOptions } from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import type { EditedKey } from './key-dialog';

interface RollKeyDialogProps {
  opened: boolean;
  apiKey: EditedKey;
  /** Called with the new key. */
  onRolled: (newKey: string) => void;
  onClose: () => void;
}

/** Replaces a key by a new one, beside which the old one serves for a chosen time. */
export function RollKeyDialog({ opened, apiKey, onRolled, onClose }: RollKeyDialogProps) {
  const { title } = useTexts(apiKeyTexts).rollForm;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="detail">
      <RollKeyForm apiKey={apiKey} onRolled={onRolled} />
    </Dialog>
  );
}

const overlaps = [0, 1, 24, 72] as const;
const overlapOf = (text: string) => overlaps.find((hours) => String(hours) === text) ?? 0;

function RollKeyForm({ apiKey, onRolled }: Pick<RollKeyDialogProps, 'apiKey' | 'onRolled'>) {
  const texts = useTexts(apiKeyTexts).rollForm;
  const [overlap, setOverlap] = useState('24');
  const roll = useMutation(rollApiKeyOptions(apiKey.id));
  // Only the answer has the key.
  useUnsavedChanges(roll.isPending, roll.isPending);
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (roll.isPending) return;
        roll.mutate({ overlapHours: overlapOf(overlap) }, { onSuccess: ({ apiKey: newKey }) => onRolled(newKey) });
      }}
    >
      <DialogBody>
        <p>{texts.text(apiKey.apiKey)}</p>
        <SelectField
          label={texts.overlap}
          value={overlap}
          options={overlaps.map((hours) => ({ value: String(hours), label: texts.hours[hours] }))}
          onChange={setOverlap}
          data-autofocus
        />
        {overlap === '0' && (
          <Note tone="warning" live>
            {texts.atOnce}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={roll.isPending} sendingLabel={texts.rolling}>
          {texts.roll}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
