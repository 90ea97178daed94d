import type { Api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';

import type { FactorCalls } from './user-calls';

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The calls of second factors of the users of clients. */
export function clientFactorCalls(main: Api['main']): FactorCalls {
  return {
    finishSignIn: (firstToken, { code, remember }) => {
      const body = { code, ...(remember && { remember }) };
      return unwrap(main.POST('/v1/auth/second-factor', { body, headers: bearer(firstToken) }));
    },
    stepUp: (body) => unwrap(main.POST('/v1/auth/step-up', { body })),
    passkeys: {
      signIn: {
        ask: () => unwrap(main.POST('/v1/auth/passkey/options')),
        send: (passkey) => unwrap(main.POST('/v1/auth/passkey', { body: { passkey } })),
      },
      secondStep: (firstToken, remember) => ({
        ask: () => unwrap(main.POST('/v1/auth/second-factor/passkey', { headers: bearer(firstToken) })),
        send: (passkey) => {
          const body = { passkey, ...(remember && { remember }) };
          return unwrap(main.POST('/v1/auth/second-factor', { body, headers: bearer(firstToken) }));
        },
      }),
      stepUp: {
        ask: () => unwrap(main.POST('/v1/auth/step-up/passkey')),
        send: (passkey) => unwrap(main.POST('/v1/auth/step-up', { body: { passkey } })),
      },
    },
  };
}
