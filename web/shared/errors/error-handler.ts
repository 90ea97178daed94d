import { isFailure, isSessionEnd, isUnauthenticated } from '@shared/api/problem';
import type { NoticeOptions } from '@shared/notify/notify';
import type { Session } from '@shared/session/session';

import { type Notice, noticeFor, type OutsidePage, type PageKind, reactTo } from './catalogue';
import type { ErrorMeta } from './error-meta';

/** How long a notice is shown before the page changes, in milliseconds. */
export const redirectDelay = 1500;

/** What the notice of a session that ended is about, where the page stays: any success ends it. */
export const sessionNotice = 'session';

/** What the error handler needs from the app. */
export interface ErrorHandlerParts {
  session: Session;
  pageKind: () => PageKind;
  notify: (notice: Notice, options: NoticeOptions) => void;
  report: (error: unknown) => void;
  /** Navigates after the session ended and clears the data loaded in it. */
  leave: (page: OutsidePage) => void;
}

/**
 * Handles an error. A repeated call with the same error does nothing. `about` names what failed, so that its next
 * success ends the notice.
 */
export type HandleError = (error: unknown, meta?: ErrorMeta, about?: string) => void;

/**
 * Creates the error handler of the app. When a token expires, many calls can fail at once: the first 401 is announced,
 * the others are silent.
 */
export function createErrorHandler(parts: ErrorHandlerParts): HandleError {
  const { session } = parts;
  const handled = new WeakSet<object>();
  let ending = false;

  function endSession(page: OutsidePage, restricted: string | undefined): void {
    if (page === 'change-password' && restricted !== undefined) session.expirePassword(restricted);
    const leaving = session.read().token;
    ending = true;
    setTimeout(() => {
      ending = false;
      // The user may have signed in again meanwhile, in this tab or another one.
      if (session.read().token !== leaving) return;
      if (page === 'sign-in') session.clear();
      parts.leave(page);
    }, redirectDelay);
  }

  return (error, meta = {}, about) => {
    if (typeof error === 'object' && error !== null) {
      // The same error can arrive from a query, a mutation and an unhandled rejection.
      if (handled.has(error)) return;
      handled.add(error);
    }
    const reaction = reactTo(error, parts.pageKind());
    if (reaction.report || (meta.reportAll && isFailure(error))) parts.report(error);
    if (!reaction.notice || meta.background) return;
    const is401 = isUnauthenticated(error);
    if (is401 && meta.keepSession) {
      if (isSessionEnd(error)) parts.notify({ ...noticeFor(error), signIn: true }, { about: sessionNotice });
      return;
    }
    if ((is401 || reaction.go) && ending) return;
    if (reaction.go) {
      parts.notify(reaction.notice, { lasting: true });
      endSession(reaction.go, reaction.token);
      return;
    }
    if (!meta.inPlace) parts.notify(reaction.notice, { about });
  };
}
