import { Button } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';

import { DialogBody, DialogFoot } from './dialog-parts';
import { DialogFrame } from './dialog-frame';
import { overlayTexts } from './overlay-texts';

interface LeaveQuestionProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved input is lost. Enter and Esc keep the input. */
export function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
  const texts = useTexts(overlayTexts);
  return (
    <DialogFrame opened={opened} onClose={onStay} title={texts.unsaved.title} size="question">
      <DialogBody>
        <p>{texts.unsaved.text}</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="default" onClick={onLeave}>
          {texts.unsaved.leave}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {texts.unsaved.stay}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
