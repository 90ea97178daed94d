import { ApiProblem, isUnauthenticated, noAnswer } from '@shared/api/problem';
import { textsNow } from '@shared/i18n/texts';

import { errorTexts } from './error-texts';
import { retrySentence } from './retry-time';

/** Where the user is, as far as the catalogue cares. */
export type Place = 'sign-in' | 'change-password' | 'elsewhere';

/** A login answer that carries no token. */
export class UndefinedTokenError extends Error {
  override readonly name = 'UndefinedTokenError';
}

/** What to say. */
export interface Notice {
  title: string;
  text?: string | undefined;
}

/** What to do about an error. */
export interface Reaction {
  notice?: Notice;
  /** Where to send the user after the delay, and what becomes of the session. */
  go?: 'sign-in' | 'change-password';
  /** The restricted token that a change of password needs. */
  token?: string;
  /** Whether the error-reporting service hears of it. */
  report: boolean;
}

const forbidden = 403;
const serverError = 500;

/** Whether an error is a cancellation, which nobody needs to hear of. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}

function reactTo401(problem: ApiProblem, place: Place): Reaction {
  const texts = textsNow(errorTexts);
  if (problem.code === 'PasswordExpiredError' && place !== 'change-password') {
    return { notice: { title: texts.passwordExpired }, go: 'change-password', token: problem.token, report: false };
  }
  if (place === 'sign-in') {
    const text = problem.code === 'InvalidCredentialsError' ? texts.wrongCredentials : undefined;
    return { notice: { title: texts.loginAgain, text }, report: false };
  }
  if (problem.code === 'PasswordExpiredError') {
    return { notice: { title: problem.code, text: problem.text || texts.wentWrong }, report: false };
  }
  return { notice: { title: texts.tokenExpired }, go: 'sign-in', report: false };
}

/** The catalogue's words for an error, for a notice or for a place on the page. */
export function noticeFor(error: unknown): Notice {
  const texts = textsNow(errorTexts);
  if (error instanceof UndefinedTokenError) return { title: texts.undefinedToken };
  if (!(error instanceof ApiProblem)) return { title: texts.error, text: texts.wentWrong };
  if (error.status === noAnswer) return { title: texts.noAnswer, text: texts.noAnswerText };
  if (error.status === forbidden) {
    const throttled = error.code === 'ThrottleRejectError';
    return throttled ? { title: texts.tooMany, text: retrySentence(error) } : { title: texts.unauthorized };
  }
  return { title: error.code || texts.error, text: error.text || texts.wentWrong };
}

/**
 * The error catalogue, section 8 of the specification of the shell, as one pure rule. Errors of calls are shown by
 * it alone; any other error is shown in general words and reported.
 */
export function reactTo(error: unknown, place: Place): Reaction {
  if (isCancellation(error)) return { report: false };
  if (isUnauthenticated(error)) return reactTo401(error, place);
  const known = error instanceof ApiProblem || error instanceof UndefinedTokenError;
  const report = !known || (error instanceof ApiProblem && error.status >= serverError);
  return { notice: noticeFor(error), report };
}
