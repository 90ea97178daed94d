import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot } from '@shared/overlay/dialog-parts';

import { topupTexts } from '../topup-texts';
import { methodTexts } from './method-texts';

interface OngoingQuestionProps {
  opened: boolean;
  /** The transfer that is under way. */
  orderId: string | undefined;
  onClose: () => void;
}

/** Says that a transfer is under way, since a client has one at a time, and leads to it. */
export function OngoingQuestion({ opened, orderId, onClose }: OngoingQuestionProps) {
  const texts = useTexts(methodTexts).question;
  const { back } = useTexts(topupTexts);
  const navigate = useNavigate();
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="question">
      <DialogBody>
        <p>{texts.text}</p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel label={back} />
        {orderId === undefined ? null : (
          <Button
            data-autofocus
            onClick={() => {
              const target = { to: '/deposit/top-up/bank-transfer/$trxId', params: { trxId: orderId } } as const;
              // The user chose the open one in place of what stands in a form.
              void navigate({ ...target, ignoreBlocker: true });
            }}
          >
            {texts.open}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
