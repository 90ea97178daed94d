import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { retrySentence } from '@shared/errors/retry-time';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { dropKeptUser } from '@/session/current-user';

import { mailPinOptions } from './pin-queries';
import { pinTexts } from './pin-texts';

/** How long the notice stands before the page loads anew, in milliseconds: section 9 of the specification. */
const reloadDelay = 1000;
/** How long the link in the e-mail serves, in milliseconds. */
const linkLifetime = 30 * 60 * 1000;
const mark = 'pinMailedAt';

/** Whether this page was loaded anew because a PIN was asked for; the history entry remembers it over the reload. */
function wasMailed(): boolean {
  const state: Record<string, unknown> | null = window.history.state;
  const at = Number(state?.[mark] ?? 0);
  return Date.now() - at < linkLifetime;
}

/** Asks for the e-mail, then forgets the stored user and loads the page anew, so that both tell the truth again. */
export function usePinMail(): { mail: (done: () => void) => void; mailing: boolean; mailed: boolean } {
  const texts = useTexts(pinTexts);
  const [mailed] = useState(wasMailed);
  const send = useMutation(mailPinOptions());
  function mail(done: () => void) {
    if (send.isPending || send.isSuccess) return;
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
      onError: (error) => notifyError({ title: texts.failed, text: retrySentence(error) }),
    });
  }
  return { mail, mailing: send.isPending || send.isSuccess, mailed };
}
