import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { retrySentence } from '@shared/errors/retry-time';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { dropKeptUser } from '@/session/current-user';

import { mailPinOptions } from './pin-queries';
import { pinTexts } from './pin-texts';

/** Time between the notice and the reload of the page, in milliseconds: section 9 of the specification. */
const reloadDelay = 1000;
/** How long the link in the mail is valid, in milliseconds. */
const linkLifetime = 30 * 60 * 1000;
const mark = 'pinMailedAt';

/** True if the page was reloaded after a request for a PIN. The history entry stores it over the reload. */
function wasMailed(): boolean {
  const state: Record<string, unknown> | null = window.history.state;
  const at = Number(state?.[mark] ?? 0);
  return Date.now() - at < linkLifetime;
}

/** Requests the mail, then drops the stored user and reloads the page, so that both are up to date. */
export function usePinMail(): { mail: (done: () => void) => void; mailing: boolean; mailed: boolean } {
  const texts = useTexts(pinTexts);
  const [mailed] = useState(wasMailed);
  const send = useMutation(mailPinOptions());
  const notice = useErrorNotice();
  function mail(done: () => void) {
    if (send.isPending || send.isSuccess) return;
    notice.end();
    send.mutate(undefined, {
      onSuccess: () => {
        notifySuccess(texts.mailed);
        done();
        setTimeout(() => {
          dropKeptUser();
          window.history.replaceState({ ...window.history.state, [mark]: Date.now() }, '');
          window.location.reload();
        }, reloadDelay);
      },
      onError: (error) => notice.show({ title: texts.failed, text: retrySentence(error) }),
    });
  }
  return { mail, mailing: send.isPending || send.isSuccess, mailed };
}
