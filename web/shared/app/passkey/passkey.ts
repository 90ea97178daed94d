import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

import { ApiProblem } from '@shared/api/problem';
import type { PasskeyExchange, PasskeyMessage } from '@shared/app/calls/user-calls';
import { textsNow } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';

import { passkeyTexts } from './passkey-texts';

/** Has the browser make a passkey, and sends it. Ends as a cancelled call if none is made, after telling the user why. */
export function makePasskey<Answer>(calls: PasskeyExchange<Answer>): Promise<Answer> {
  return exchange(calls, (options) => {
    // The server speaks the standard's form.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return startRegistration({ optionsJSON });
  });
}

/** Has the browser sign with a passkey, and sends the signature. Ends as `makePasskey` without one. */
export function signByPasskey<Answer>(calls: PasskeyExchange<Answer>): Promise<Answer> {
  return exchange(calls, (options) => {
    // As above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON });
  });
}

async function exchange<Answer>(
  { ask, send }: PasskeyExchange<Answer>,
  askBrowser: (options: PasskeyMessage) => Promise<object>,
): Promise<Answer> {
  const texts = textsNow(passkeyTexts);
  const { options } = await ask();
  let answer: PasskeyMessage;
  try {
    answer = { ...(await askBrowser(options)) };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') notifyError({ title: texts.known });
    // The user cancelled, waited too long, or has no passkey here. The browser has said which.
    else if (name !== 'NotAllowedError' && name !== 'AbortError') {
      notifyError({ title: texts.failed, text: texts.failedText });
    }
    throw cancelled();
  }
  try {
    return await send(answer);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'InvalidPasskeyError') throw error;
    notifyError({ title: texts.refused });
    throw cancelled();
  }
}

function cancelled(): DOMException {
  return new DOMException('no passkey was taken', 'AbortError');
}
