import { ApiProblem, isSessionEnd, isUnauthenticated, noAnswer } from '@shared/api/problem';
import { textsNow } from '@shared/i18n/texts';

import { errorTexts } from './error-texts';
import { retrySentence } from './retry-time';

/** The kind of page that is open, as far as the error catalogue distinguishes. */
export type PageKind = OutsidePage | 'elsewhere';

/** The pages of users who can't go on yet. */
export type OutsidePage = 'sign-in' | 'change-password' | 'second-factor';

/** A sign-in answer without a token. */
export class UndefinedTokenError extends Error {
  override readonly name = 'UndefinedTokenError';
}

/** A message to the user. */
export interface Notice {
  title: string;
  text?: string | undefined;
  /** With the button 'Sign in', because the session ended and the page stays. */
  signIn?: boolean;
}

/** How to react to an error. */
export interface Reaction {
  notice?: Notice;
  /** The page to go to after the delay; it also decides how the session ends. */
  go?: OutsidePage;
  /** The restricted token for changing an expired password. */
  token?: string;
  /** Whether to report it to the error-reporting service. */
  report: boolean;
}

const forbidden = 403;
const serverError = 500;

/** Reports whether an error is a cancellation, which is never shown. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}

function reactTo401(problem: ApiProblem, pageKind: PageKind): Reaction {
  const texts = textsNow(errorTexts);
  if (problem.code === 'PasswordExpiredError' && pageKind !== 'change-password') {
    return { notice: { title: texts.passwordExpired }, go: 'change-password', token: problem.token, report: false };
  }
  if (pageKind === 'sign-in') {
    const text = problem.code === 'InvalidCredentialsError' ? texts.wrongCredentials : undefined;
    return { notice: { title: texts.loginAgain, text }, report: false };
  }
  if (problem.code === 'PasswordExpiredError') {
    return { notice: { title: problem.code, text: problem.text || texts.wentWrong }, report: false };
  }
  return { notice: { title: texts.tokenExpired }, go: 'sign-in', report: false };
}

/** Returns the message for an error, to show as a notice or in the page. */
export function noticeFor(error: unknown): Notice {
  const texts = textsNow(errorTexts);
  if (error instanceof UndefinedTokenError) return { title: texts.undefinedToken };
  if (isSessionEnd(error)) return { title: texts.tokenExpired };
  if (!(error instanceof ApiProblem)) return { title: texts.error, text: texts.wentWrong };
  if (error.status === noAnswer) return { title: texts.noAnswer, text: texts.noAnswerText };
  if (error.status === forbidden) {
    const throttled = error.code === 'ThrottleRejectError';
    return throttled ? { title: texts.tooMany, text: retrySentence(error) } : { title: texts.unauthorized };
  }
  return { title: error.code || texts.error, text: error.text || texts.wentWrong };
}

/**
 * Returns the reaction to an error: the table of docs/product/shell.md#errors as a pure function.
 * Errors of calls are only shown; other errors get a general message and are reported.
 */
export function reactTo(error: unknown, pageKind: PageKind): Reaction {
  if (isCancellation(error)) return { report: false };
  if (isUnauthenticated(error)) return reactTo401(error, pageKind);
  if (error instanceof ApiProblem && error.code === 'SecondFactorDemandedError') {
    return { notice: { title: error.text }, go: 'second-factor', report: false };
  }
  const isExpected = error instanceof ApiProblem || error instanceof UndefinedTokenError;
  const report = !isExpected || (error instanceof ApiProblem && error.status >= serverError);
  return { notice: noticeFor(error), report };
}
