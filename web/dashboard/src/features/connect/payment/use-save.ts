import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { refusalText } from '@shared/errors/refusal-text';
import { useTexts } from '@shared/i18n/texts';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { reportFailure } from '@shared/reporting/report-failure';

import { isConflict } from '../configs/use-autosave';
import { connectKeys, readShop, saveShop, type ShopConfig, type ShopInput } from '../connect-queries';
import { paymentTexts } from './payment-texts';

const needsPassword = 'PasswordRequiredError';
const wrongPassword = 'ClientUnauthorizedError';

interface Sent {
  base: ShopConfig | null;
  input: ShopInput;
}

/**
 * Saves the links. Asks for the password when the server wants it, and whose version counts when the set-up was changed
 * meanwhile.
 */
export function useSave(config: ShopConfig | null, onSaved: () => unknown) {
  const texts = useTexts(paymentTexts);
  const client = useQueryClient();
  const [conflict, setConflict] = useState<{ base: ShopConfig | null; theirs: ShopConfig | null }>();
  const [refused, setRefused] = useState<{ input: ShopInput; error: ApiProblem }>();
  const [passwordRequest, setPasswordRequest] = useState<{ sent: Sent; wrong: boolean }>();
  const mutation = useMutation({
    mutationKey: ['connect', 'payment'],
    mutationFn: ({ base, input }: Sent) => saveShop(base, input),
    meta: { inPlace: true, keepSession: true },
  });

  const notice = useErrorNotice();

  function send(sent: Sent) {
    notice.end();
    mutation.mutate(sent, {
      onSuccess: (stored) => {
        setPasswordRequest(undefined);
        client.setQueryData(connectKeys.config, stored);
        return onSaved();
      },
      onError: (error) => void refuse(error, sent),
    });
  }

  async function refuse(error: Error, sent: Sent) {
    const code = error instanceof ApiProblem ? error.code : '';
    if (code === needsPassword || code === wrongPassword) {
      setPasswordRequest({ sent, wrong: code === wrongPassword });
      return;
    }
    setPasswordRequest(undefined);
    if (isConflict(error)) {
      try {
        // Not into the cache: what this page began with would be lost, and with it what the other one changed.
        setConflict({ base: sent.base, theirs: await readShop() });
        return;
      } catch {
        // Nothing was read: the refusal itself is shown.
      }
    }
    reportFailure('Error saving configurations:', error);
    if (error instanceof ApiProblem) setRefused({ input: sent.input, error });
    notice.show({ title: texts.failed, text: refusalText(error) });
  }

  return {
    save: (input: ShopInput) => send({ base: config, input }),
    saving: mutation.isPending,
    /** Why the server refused a value of a link; undefined for one that it did not see. */
    reasonOf: (field: 'deeplinkUrl' | 'fallbackUrl', value: string) =>
      refused?.input[field] === value ? refused.error.fields.find((one) => one.field === field)?.message : undefined,
    conflict,
    /** Ends the question; an input is saved over the other version. */
    drop: (input: ShopInput | undefined) => {
      if (!conflict) return;
      setConflict(undefined);
      client.setQueryData(connectKeys.config, conflict.theirs);
      if (input) send({ base: conflict.theirs, input });
    },
    password: {
      asked: passwordRequest !== undefined,
      wrong: passwordRequest?.wrong === true,
      cancel: () => setPasswordRequest(undefined),
      confirm: (password: string) => {
        if (passwordRequest)
          send({ base: passwordRequest.sent.base, input: { ...passwordRequest.sent.input, password } });
      },
    },
  };
}
