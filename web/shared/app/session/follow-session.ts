import type { Session } from '@shared/session/session';
import { userOfToken } from '@shared/session/token';

interface SessionChanges {
  /** Called when the session ended. */
  left: () => void;
  /** Called when another tab started a new session. Data of the former user must not stay. */
  replaced: () => void;
  /** Called when another tab entered the sandbox or left it. Data of the other one must not stay. */
  moved: () => void;
  /** Called when another tab stored values of the same session. */
  updated: () => void;
}

/** Reacts to changes of the stored session. */
export function followSession(session: Session, { left, replaced, moved, updated }: SessionChanges): void {
  let { token, sandbox } = session.read();
  session.subscribe((origin) => {
    const before = token;
    const wasInSandbox = sandbox;
    ({ token, sandbox } = session.read());
    // A session that was proved goes on with a new token.
    const isOther = token !== before && (!token || !before || userOfToken(token) !== userOfToken(before));
    if (isOther && token === undefined) left();
    else if (isOther && origin === 'elsewhere') replaced();
    else if (Boolean(sandbox) !== Boolean(wasInSandbox) && origin === 'elsewhere') moved();
    else if (origin === 'elsewhere') updated();
  });
}
