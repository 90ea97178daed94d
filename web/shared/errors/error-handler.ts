import { isUnauthenticated } from '@shared/api/problem';
import type { Session } from '@shared/session/session';

import { type Notice, type Place, reactTo } from './catalogue';
import type { ErrorMeta } from './error-meta';

/** How long a notice stands before the page changes, in milliseconds. */
export const redirectDelay = 1500;

/** What the handling of errors needs of the rest of the page. */
export interface ErrorHandlerParts {
  session: Session;
  place: () => Place;
  notify: (notice: Notice) => void;
  report: (error: unknown) => void;
  /** Goes to a page after the session ended; also forgets what was loaded for it. */
  leave: (page: 'sign-in' | 'change-password') => void;
}

/** Handles an error once and for all. */
export type HandleError = (error: unknown, meta?: ErrorMeta) => void;

/**
 * Makes the one handler of every error of the page. A page has many calls under way when its token expires: the
 * first 401 announces it and the others are silent.
 */
export function createErrorHandler(parts: ErrorHandlerParts): HandleError {
  const { session } = parts;
  const seen = new WeakSet<object>();
  let ending = false;

  function endSession(page: 'sign-in' | 'change-password', restricted: string | undefined): void {
    if (page === 'change-password' && restricted !== undefined) session.expirePassword(restricted);
    const leaving = session.read().token;
    ending = true;
    setTimeout(() => {
      ending = false;
      // Somebody may have signed in again meanwhile, in this tab or another one.
      if (session.read().token !== leaving) return;
      if (page === 'sign-in') session.clear();
      parts.leave(page);
    }, redirectDelay);
  }

  return (error, meta = {}) => {
    if (typeof error === 'object' && error !== null) {
      // One failure reaches us by several ways: a query, a mutation, a rejected promise nobody caught.
      if (seen.has(error)) return;
      seen.add(error);
    }
    const reaction = reactTo(error, parts.place());
    if (reaction.report) parts.report(error);
    if (!reaction.notice) return;
    const is401 = isUnauthenticated(error);
    if (is401 && meta.keepSession) return;
    if (is401 && ending) return;
    if (reaction.go) {
      parts.notify(reaction.notice);
      endSession(reaction.go, reaction.token);
      return;
    }
    if (!meta.inPlace) parts.notify(reaction.notice);
  };
}
