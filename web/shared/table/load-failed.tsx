import { ApiProblem, isUnauthenticated } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';

import { FailedNotice } from './list-notice';

interface LoadFailedProps {
  title: string;
  /** What the load failed with. */
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/**
 * A failed load in the place of what it was to bring, in the words of the error catalogue. A session that ended is
 * told by its notice alone: nothing is said twice.
 */
export function LoadFailed({ title, error, retrying, onRetry }: LoadFailedProps) {
  if (isUnauthenticated(error)) return null;
  const notice = noticeFor(error);
  return (
    <FailedNotice
      title={title}
      text={notice.text ?? notice.title}
      // The catalogue's own words take the place of a code; without any, the code is its title.
      code={error instanceof ApiProblem && notice.text !== undefined ? error.code : ''}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
