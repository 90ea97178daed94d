import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';

/** Why a form must not be closed: it has unsaved input, or it is sending. */
type Unsaved = 'changed' | 'sending';

/** The unsaved and sending forms of one part of the page, by form id. */
class UnsavedForms extends Map<string, Unsaved> {
  #onceSaved: (() => void) | undefined;

  override delete(id: string): boolean {
    // A form that begins to send is removed and added again at once.
    queueMicrotask(() => this.size === 0 && this.#onceSaved?.());
    return super.delete(id);
  }

  /** Calls a function when no form is unsaved any more. Returns how to stop. */
  readonly onceSaved = (listener: () => void): (() => void) => {
    this.#onceSaved = listener;
    return () => {
      this.#onceSaved = undefined;
    };
  };
}

/** The parts of the page that contain a form, from the inside out: a dialog, then the page. */
export const UnsavedContext = createContext<readonly UnsavedForms[]>([]);

/** A part of the page that asks before it is closed or left: a dialog, a drawer or the page. */
export interface UnsavedScope {
  /** Value of `UnsavedContext` for the forms inside. */
  parts: readonly UnsavedForms[];
  /** Whether a form inside is sending or has unsaved input; sending counts first. */
  unsaved: () => Unsaved | undefined;
  /** Calls a function when no form inside is unsaved any more. Returns how to stop. */
  onceSaved: UnsavedForms['onceSaved'];
}

/** Creates a scope that tracks the unsaved and sending forms inside. */
export function useUnsavedScope(): UnsavedScope {
  const outer = useContext(UnsavedContext);
  const [forms] = useState(() => new UnsavedForms());
  const parts = useMemo(() => [forms, ...outer], [forms, outer]);
  const unsaved = () => ([...forms.values()].includes('sending') ? 'sending' : forms.values().next().value);
  return { parts, unsaved, onceSaved: forms.onceSaved };
}

/** All unsaved and sending forms, by form id. */
const everywhere = new Set<string>();

/** Reports whether any form has unsaved input or is sending. */
export function hasUnsavedInput(): boolean {
  return everywhere.size > 0;
}

/** Registers whether a form has unsaved input or is sending, with the dialog and the page that contain it. */
export function useUnsavedChanges(changed: boolean, sending = false): void {
  const parts = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    if (!changed && !sending) return undefined;
    for (const part of parts) part.set(id, sending ? 'sending' : 'changed');
    everywhere.add(id);
    return () => {
      everywhere.delete(id);
      for (const part of parts) part.delete(id);
    };
  }, [changed, sending, parts, id]);
}
