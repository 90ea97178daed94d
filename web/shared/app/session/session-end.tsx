import { useEffect, useState } from 'react';

import { isPresent, lastUse } from '@shared/session/presence';
import { lazyOverlay } from '@shared/state/lazy-part';

const minute = 60_000;

/** The server stores the last use at most once in this time, so a session may end that much before its time. */
const storedEvery = minute;
/** How long before the end the user is told, and how often it is looked for, in milliseconds. */
const noticeTime = 2 * minute;
const lookEvery = 10_000;

const SessionEndDialog = lazyOverlay(async () => (await import('./session-end-dialog')).SessionEndDialog, 'rendered');

interface SessionEndProps {
  /** A session ends after so many minutes without use; undefined while that is unknown. */
  idleMinutes: number | undefined;
  /** Makes a call, which counts as use. */
  stay: () => void;
}

/**
 * Tells users who are away that their session is about to end. Users who are present, such as in a long form, stay signed
 * in without a question.
 */
export function SessionEnd({ idleMinutes, stay }: SessionEndProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (idleMinutes === undefined) return undefined;
    const look = () => {
      const left = lastUse() + idleMinutes * minute - storedEvery - Date.now();
      const isNear = left > 0 && left <= noticeTime;
      if (isNear && !opened && isPresent()) stay();
      else setOpened(isNear);
    };
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, [idleMinutes, opened, stay]);
  if (!opened) return null;
  return (
    <SessionEndDialog
      onStay={() => {
        stay();
        setOpened(false);
      }}
    />
  );
}
