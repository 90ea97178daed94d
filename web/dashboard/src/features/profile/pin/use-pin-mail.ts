import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { retrySentence } from '@shared/errors/retry-time';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { dropKeptUser } from '@/session/current-user';

import { mailPinOptions } from './pin-queries';
import { pinTexts } from './pin-texts';

/** Time between the notice and the reload of the page, in milliseconds: docs/product/access.md#pin. */
const reloadDelay = 1000;
/** How long the link in the mail is valid, in milliseconds. */
const linkLifetime = 30 * 60 * 1000;
/** When a PIN was asked for: the first one, or a new one. */
const marks = { first: 'pinMailedAt', reset: 'pinResetAt' } as const;
type PinMailKind = keyof typeof marks;

/**
 * True if the page was reloaded after a request for a PIN. The history entry stores it over the reload. Who has a PIN
 * waits for no first one any more.
 */
function wasMailed(kind: PinMailKind): boolean {
  const state: Record<string, unknown> | null = window.history.state;
  const at = Number(state?.[marks[kind]] ?? 0);
  return Date.now() - at < linkLifetime;
}

interface PinMail {
  mail: (done: () => void) => void;
  mailing: boolean;
  /** Whether the mail was sent and its PIN is waited for. */
  mailed: boolean;
  /** Ends the waiting: the user has used a PIN. */
  arrived: () => void;
}

/** Requests the mail, then drops the stored user and reloads the page, so that both are up to date. */
export function usePinMail(kind: PinMailKind): PinMail {
  const texts = useTexts(pinTexts);
  const [mailed, setMailed] = useState(() => wasMailed(kind));
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
          window.history.replaceState({ ...window.history.state, [marks[kind]]: Date.now() }, '');
          window.location.reload();
        }, reloadDelay);
      },
      onError: (error) => notice.show({ title: texts.failed, text: retrySentence(error) }),
    });
  }
  function arrived() {
    window.history.replaceState({ ...window.history.state, [marks[kind]]: undefined }, '');
    setMailed(false);
  }
  return { mail, mailing: send.isPending || send.isSuccess, mailed, arrived };
}
