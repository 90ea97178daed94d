import type { ReactNode } from 'react';

import { SubmitButton } from '@shared/form/submit-button';

import { Dialog } from './dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from './dialog-parts';

interface QuestionDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The verb of what happens on yes, and what it says meanwhile. */
  action: string;
  sendingLabel: string;
  sending: boolean;
  onConfirm: () => void;
  /** Something is lost for good: the button is outlined in red, never a solid one. */
  danger?: boolean;
}

/** Asks before something that can't be taken back. The focus starts on Cancel, so that Enter alone does nothing. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { opened, onClose, title, children, action, sendingLabel, sending, onConfirm, danger = false } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="question">
      <DialogForm
        label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending) onConfirm();
        }}
      >
        <DialogBody>
          <div>{children}</div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel focused />
          <SubmitButton variant={danger ? 'danger' : 'filled'} sending={sending} sendingLabel={sendingLabel}>
            {action}
          </SubmitButton>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  );
}
