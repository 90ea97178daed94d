import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { reportError } from '@shared/reporting/report-error';

import { connectKeys, readShop, saveShop, type ShopConfig } from '../connect-queries';
import { Autosave, type SaveState } from './autosave';

/** Edits a set-up and saves it by the rules of the wizard. */
export function useAutosave(config: ShopConfig | null): { saver: Autosave; state: SaveState } {
  const client = useQueryClient();
  const [saver] = useState(
    () =>
      new Autosave(config, {
        save: saveShop,
        read: readShop,
        isConflict,
        onSaved: (stored) => client.setQueryData(connectKeys.config, stored),
        now: () => new Date(),
      }),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.current);
  const { error } = state;
  useEffect(() => saver.adopt(config), [saver, config]);
  // What was typed in the last half second is not lost by leaving the step.
  useEffect(() => () => leave(saver), [saver]);
  useEffect(() => {
    // A failed save is only reported (docs/product/shop.md#saving); the screen shows its state.
    if (error !== undefined && !isConflict(error))
      reportError(new Error('Error saving configurations:', { cause: error }));
  }, [error]);
  const held = state.base?.isPublished === true && state.phase === 'waiting';
  useUnsavedChanges(held || state.phase === 'failed' || state.phase === 'refused' || state.phase === 'conflict');
  useLeaveQuestion(saver, state.phase);
  return { saver, state };
}

/**
 * Lets the browser ask before a page is closed or loaded anew whose last edits were not stored yet, and stores them
 * meanwhile.
 */
function useLeaveQuestion(saver: Autosave, phase: SaveState['phase']): void {
  const pending = phase === 'waiting' || phase === 'saving';
  useEffect(() => {
    if (!pending) return undefined;
    function ask(event: BeforeUnloadEvent) {
      event.preventDefault();
      leave(saver);
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [pending, saver]);
}

function leave(saver: Autosave): void {
  const { base, phase } = saver.current();
  if (phase === 'waiting' && !base?.isPublished) void saver.flush();
}

/** Reports whether a save was refused because the stored set-up had changed. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'ConfigConflictError';
}
