import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import { webhookDialogTexts } from './webhook-dialog-texts';
import { rollSecretOptions } from './webhook-queries';

interface RollDialogProps {
  opened: boolean;
  endpointId: string;
  /** Called with the new secret. */
  onRolled: (secret: string) => void;
  onClose: () => void;
}

/** Makes a new secret, beside which the old one signs for a chosen time. */
export function RollDialog({ opened, endpointId, onRolled, onClose }: RollDialogProps) {
  const { title } = useTexts(webhookDialogTexts).roll;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="detail">
      <RollForm endpointId={endpointId} onRolled={onRolled} onClose={onClose} />
    </Dialog>
  );
}

const overlaps = ['0', '1', '24', '72', '168'] as const;
type Overlap = (typeof overlaps)[number];

function RollForm({ endpointId, onRolled, onClose }: Omit<RollDialogProps, 'opened'>) {
  const texts = useTexts(webhookDialogTexts).roll;
  const [overlap, setOverlap] = useState<Overlap>('24');
  const roll = useMutation(rollSecretOptions(endpointId));
  // Only the answer has the secret.
  useUnsavedChanges(roll.isPending, roll.isPending);
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (roll.isPending) return;
        roll.mutate(
          { overlapHours: Number(overlap) },
          {
            onSuccess: ({ secret }) => {
              onClose();
              onRolled(secret);
            },
          },
        );
      }}
    >
      <DialogBody>
        <p>{texts.text}</p>
        <SelectField
          label={texts.overlap}
          value={overlap}
          options={overlaps.map((value) => ({ value, label: texts.hours[value] }))}
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
