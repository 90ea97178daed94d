import { ApiProblem } from '@/shared/api/problem';
import { noticeFor } from '@/shared/errors/catalogue';

import { FailedNotice } from './list-notice';

interface LoadFailedProps {
  title: string;
  /** What the load failed with. */
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** A failed load in the place of what it was to bring, in the words of the error catalogue. */
export function LoadFailed({ title, error, retrying, onRetry }: LoadFailedProps) {
  const notice = noticeFor(error);
  return (
    <FailedNotice
      title={title}
      text={notice.text ?? notice.title}
      requestId={error instanceof ApiProblem ? error.requestId : ''}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
