import type { Session } from '@shared/session/session';

interface SessionChanges {
  /** Called when the session ended. */
  left: () => void;
  /** Called when another tab started a new session. Data of the former user must not stay. */
  replaced: () => void;
  /** Called when another tab stored values of the same session. */
  updated: () => void;
}

/** Reacts to changes of the stored session. */
export function followSession(session: Session, { left, replaced, updated }: SessionChanges): void {
  let { token } = session.read();
  session.subscribe((origin) => {
    const before = token;
    ({ token } = session.read());
    if (token !== before && token === undefined) left();
    else if (token !== before && origin === 'elsewhere') replaced();
    else if (origin === 'elsewhere') updated();
  });
}
