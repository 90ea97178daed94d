import { Button } from '@mantine/core';

import { DialogFrame } from './dialog-frame';
import { DialogBody, DialogFoot } from './dialog-parts';

interface MessageDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** Label of the button. */
  ok: string;
}

/** Tells something that has to be noticed before the user goes on. */
export function MessageDialog({ opened, onClose, title, text, ok }: MessageDialogProps) {
  return (
    <DialogFrame opened={opened} onClose={onClose} title={title} size="question">
      <DialogBody>
        <p>{text}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} data-autofocus>
          {ok}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
