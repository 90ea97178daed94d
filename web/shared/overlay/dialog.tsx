import { UnsavedContext } from '@shared/form/unsaved';

import { CloseContext, useCloseGuard } from './close-guard';
import { DialogFrame, type DialogProps } from './dialog-frame';
import { LeaveQuestion } from './leave-question';

/**
 * A modal dialog. It asks before it closes while a form in it has unsaved input, and stays open while a form is
 * sending.
 */
export function Dialog({ children, onClose, ...rest }: DialogProps) {
  const { scope, close, question } = useCloseGuard(onClose);
  return (
    <UnsavedContext value={scope.parts}>
      <DialogFrame {...rest} onClose={close}>
        <CloseContext value={close}>{children}</CloseContext>
      </DialogFrame>
      <LeaveQuestion {...question} />
    </UnsavedContext>
  );
}
