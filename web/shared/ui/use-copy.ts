import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';

import { copyToClipboard } from './copy-to-clipboard';
import { copyTexts } from './copy-texts';

/**
 * Returns a function that copies a value as plain text and tells the user: by a notice with the text `done`, otherwise
 * screen readers only. It returns whether the browser allowed copying.
 */
export function useCopy(): (value: string, done?: string) => Promise<boolean> {
  const texts = useTexts(copyTexts);
  const notice = useErrorNotice();
  return async (value, done) => {
    notice.end();
    const copied = await copyToClipboard(value);
    if (!copied) notice.show({ title: texts.copyFailed });
    else if (done === undefined) announce(texts.copied);
    else notifySuccess(done);
    return copied;
  };
}
