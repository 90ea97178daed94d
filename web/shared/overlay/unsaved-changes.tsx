import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

import { UnsavedContext, useUnsavedScope } from '@shared/form/unsaved';
import { stringifySearch } from '@shared/url/search-codec';

import { LeaveQuestion } from './leave-question';

interface UnsavedChangesProps {
  /**
   * Whether input can still be saved. A signed-out user and one who must change an expired password leave without the
   * question.
   */
  canSave: () => boolean;
  children: ReactNode;
}

/** Asks before a navigation, including a change of search parameters, while a form inside has unsaved input. */
export function UnsavedChanges({ canSave, children }: UnsavedChangesProps) {
  const { parts, unsaved, onceSaved } = useUnsavedScope();
  const mustAsk = () => unsaved() !== undefined && canSave();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => mustAsk() && addressOf(current) !== addressOf(next),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  const { status, reset } = blocker;
  // What is saved meanwhile needs no question any more, and its page has to tell of it.
  useEffect(() => (status === 'blocked' ? onceSaved(reset) : undefined), [status, reset, onceSaved]);
  return (
    <UnsavedContext value={parts}>
      {children}
      <LeaveQuestion
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </UnsavedContext>
  );
}

function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return pathname + stringifySearch({ ...search });
}
