import { isUnauthenticated } from '@shared/api/problem';
import { reportError } from '@shared/reporting/report-error';

/** Reports a failed call to the error-reporting service, by its code and message (docs/product/shell.md#errors). */
export function reportFailure(message: string, error: unknown): void {
  if (!isUnauthenticated(error)) reportError(new Error(message, { cause: error }));
}

/** Waits for a call, and reports it if it fails. A call that was given up is no failure. */
export async function reportingFailure<Answer>(
  message: string,
  signal: AbortSignal,
  call: Promise<Answer>,
): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!signal.aborted) reportFailure(message, error);
    throw error;
  }
}
