import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { Dialog, DialogBody, DialogFoot } from '@shared/overlay/dialog';
import { overlayTexts } from '@shared/overlay/overlay-texts';
import { session } from '@shared/session/session';

const UnsavedContext = createContext<Set<string> | null>(null);

/** Whoever is signed out, or has to change an expired password, can't save anything any more: nothing holds them. */
function canStillSave(): boolean {
  const { token, passwordExpired } = session.read();
  return token !== undefined && !passwordExpired;
}

/** Asks before a page with unsaved changes in any of its forms is left: once, however many forms it has. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const texts = useTexts(overlayTexts);
  const [dirty] = useState(() => new Set<string>());
  const holds = () => dirty.size > 0 && canStillSave();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => holds() && current.pathname !== next.pathname,
    enableBeforeUnload: holds,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  return (
    <UnsavedContext value={dirty}>
      {children}
      <Dialog opened={blocker.status === 'blocked'} onClose={stay} title={texts.unsaved.title} size="question">
        <DialogBody>
          <p>{texts.unsaved.text}</p>
        </DialogBody>
        <DialogFoot>
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {texts.unsaved.leave}
          </Button>
          <Button onClick={stay} data-autofocus>
            {texts.unsaved.stay}
          </Button>
        </DialogFoot>
      </Dialog>
    </UnsavedContext>
  );
}

/** Tells the page whether this form has changes that nobody saved. */
export function useUnsavedChanges(changed: boolean): void {
  const dirty = useContext(UnsavedContext);
  const id = useId();
  useEffect(() => {
    if (!changed || !dirty) return undefined;
    dirty.add(id);
    return () => {
      dirty.delete(id);
    };
  }, [changed, dirty, id]);
}
