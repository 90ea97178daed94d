import { createContext, useContext, useState } from 'react';

import { type UnsavedScope, useUnsavedScope } from '@shared/form/unsaved';

/** Closes the surrounding dialog or drawer. Asks first if input would be lost. */
export const CloseContext = createContext<() => void>(() => undefined);

/** Returns the function that closes the surrounding dialog or drawer, as its close button does. */
export function useCloseOverlay(): () => void {
  return useContext(CloseContext);
}

interface CloseGuard {
  scope: UnsavedScope;
  /** Closes at once, asks first if there is unsaved input, or does nothing while a form is sending. */
  close: () => void;
  /** Props of the `LeaveQuestion`. */
  question: { opened: boolean; onStay: () => void; onLeave: () => void };
}

/** Keeps a dialog or drawer from closing while a form in it has unsaved input or is sending. */
export function useCloseGuard(onClose: () => void): CloseGuard {
  const scope = useUnsavedScope();
  const [questionOpened, setQuestionOpened] = useState(false);
  function close() {
    const unsaved = scope.unsaved();
    if (unsaved === undefined) onClose();
    else if (unsaved === 'changed') setQuestionOpened(true);
  }
  const onStay = () => setQuestionOpened(false);
  function onLeave() {
    setQuestionOpened(false);
    onClose();
  }
  return { scope, close, question: { opened: questionOpened, onStay, onLeave } };
}
