import { isUnauthenticated } from '@shared/api/problem';
import { reportError } from '@shared/reporting/report-error';

/** Reports a failed call to the error-reporting service, in the words of section 8 of the specification. */
export function reportFailure(words: string, error: unknown): void {
  if (!isUnauthenticated(error)) reportError(new Error(words, { cause: error }));
}
