import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';

/** What a form has that would be lost: input that nobody saved, or a call that is under way. */
type Unsaved = 'changed' | 'sending';

/** The forms of one part of the page that would lose something, by their ids. */
type UnsavedForms = Map<string, Unsaved>;

/** The parts of the page around a form, the innermost first: a dialog, then the page. */
export const UnsavedContext = createContext<readonly UnsavedForms[]>([]);

/** A part of the page that asks before it is closed or left. */
export interface UnsavedScope {
  /** Value of `UnsavedContext` for the forms inside. */
  parts: readonly UnsavedForms[];
  /** What a form inside would lose now; a call under way outweighs input. */
  unsaved: () => Unsaved | undefined;
}

/** Makes a part of the page that knows which of its forms would lose something. */
export function useUnsavedScope(): UnsavedScope {
  const outer = useContext(UnsavedContext);
  const [own] = useState<UnsavedForms>(() => new Map());
  const parts = useMemo(() => [own, ...outer], [own, outer]);
  const unsaved = () => ([...own.values()].includes('sending') ? 'sending' : own.values().next().value);
  return { parts, unsaved };
}

/** Tells the dialog and the page around a form whether it has input that nobody saved, or sends it now. */
export function useUnsavedChanges(changed: boolean, sending = false): void {
  const parts = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    if (!changed && !sending) return undefined;
    for (const part of parts) part.set(id, sending ? 'sending' : 'changed');
    return () => {
      for (const part of parts) part.delete(id);
    };
  }, [changed, sending, parts, id]);
}
