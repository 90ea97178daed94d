import { ApiProblem, isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';

import { FailedNotice } from './list-notice';

interface LoadFailedProps {
  title: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * Shows a failed load in place of its data, in the words of the error catalogue. Shows nothing if the session ended,
 * which is announced as a notice.
 */
export function LoadFailed({ title, error, retrying, onRetry }: LoadFailedProps) {
  if (isUnauthenticated(error)) return null;
  const notice = noticeFor(error);
  return (
    <FailedNotice
      title={title}
      text={notice.text ?? notice.title}
      // Errors with a text of the catalogue need no code. Without one, the code is in the title.
      code={error instanceof ApiProblem && notice.text !== undefined ? error.code : ''}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
