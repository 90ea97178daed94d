import { ApiProblem, isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { errorTexts } from '@shared/errors/error-texts';
import { SignInAgain } from '@shared/errors/sign-in-again';
import { useTexts } from '@shared/i18n/texts';

import { FailedNotice } from './list-notice';

interface LoadFailedProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * Shows a failed load in place of its data, in the words of the error catalogue: its title is the code. A session that
 * ended is said too, with a way to sign in, because an empty page would look like a quiet day.
 */
export function LoadFailed({ title, error, retrying, onRetry }: LoadFailedProps) {
  const texts = useTexts(errorTexts);
  const notice = noticeFor(error);
  const ended = isUnauthenticated(error);
  return (
    <FailedNotice
      title={ended ? texts.tokenExpired : notice.title}
      what={title}
      text={ended ? texts.endedText : notice.text}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      // The error handler announces the end of a session, once for all parts of the page.
      announced={ended}
      action={ended ? <SignInAgain /> : undefined}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
