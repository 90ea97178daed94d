import { createContext, useContext, useState } from 'react';

import { type UnsavedScope, useUnsavedScope } from '@shared/form/unsaved';

/** Closes the dialog or drawer around a part, after the question where input would be lost. */
export const CloseContext = createContext<() => void>(() => undefined);

/** Closes the dialog or drawer that this part stands in, as its close button does. */
export function useCloseOverlay(): () => void {
  return useContext(CloseContext);
}

interface CloseGuard {
  scope: UnsavedScope;
  /** Closes at once, asks first, or stays while a form sends: what comes of the call is told here. */
  close: () => void;
  /** Props of the question. */
  question: { opened: boolean; onStay: () => void; onLeave: () => void };
}

/** Holds a dialog or drawer open while a form in it would lose something. */
export function useCloseGuard(onClose: () => void): CloseGuard {
  const scope = useUnsavedScope();
  const [asking, setAsking] = useState(false);
  function close() {
    const unsaved = scope.unsaved();
    if (unsaved === undefined) onClose();
    else if (unsaved === 'changed') setAsking(true);
  }
  const onStay = () => setAsking(false);
  function onLeave() {
    setAsking(false);
    onClose();
  }
  return { scope, close, question: { opened: asking, onStay, onLeave } };
}
