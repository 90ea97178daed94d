import type { FormEvent, ReactNode } from 'react';

import { SubmitButton } from '@shared/form/submit-button';

import { Dialog } from './dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from './dialog-parts';

interface QuestionDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Omitted if the title is the whole question. */
  children?: ReactNode;
  /** Label of the confirming button. */
  action: string;
  /** Label of the button that closes the dialog; 'Cancel' by default. */
  back?: string;
  sendingLabel: string;
  sending: boolean;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  /** The action cannot be undone. The button is outlined in red, never solid. */
  danger?: boolean;
}

/**
 * Asks for confirmation of an action that cannot be undone. The focus starts on Cancel, so that Enter confirms nothing
 * by accident.
 */
export function QuestionDialog(props: QuestionDialogProps) {
  const { opened, onClose, title, children, action, back, sendingLabel, sending, onConfirm, danger = false } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="question">
      <DialogForm
        label={title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending) onConfirm(event);
        }}
      >
        {children === undefined ? null : (
          <DialogBody>
            <div>{children}</div>
          </DialogBody>
        )}
        <DialogFoot>
          <DialogCancel focused label={back} />
          <SubmitButton variant={danger ? 'danger' : 'filled'} sending={sending} sendingLabel={sendingLabel}>
            {action}
          </SubmitButton>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  );
}
