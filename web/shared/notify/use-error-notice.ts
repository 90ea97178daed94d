import { useId } from 'react';

import type { Notice } from '@shared/errors/catalogue';

import { endNotices, notifyError } from './notify';

/** Shows the errors of one action, and ends them. */
interface ErrorNotice {
  /** Shows an error beside those of the same try. */
  show: (notice: Notice) => void;
  /** Ends the errors: a new try begins, or what was refused is mended. */
  end: () => void;
}

/**
 * Returns the notices of one action of a component, whose errors end with its next success and not only with the page.
 * Actions that are mutations with a key and no words of their own need none.
 */
export function useErrorNotice(): ErrorNotice {
  const about = useId();
  return {
    show: (notice) => void notifyError(notice, { about }),
    end: () => endNotices(about),
  };
}
