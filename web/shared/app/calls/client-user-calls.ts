import type { Api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';

import type { UserCalls } from './user-calls';

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The calls of the users of clients. */
export function clientUserCalls({ main }: Api): UserCalls {
  return {
    signIn: ({ clientId, username, password }) =>
      unwrap(main.POST('/v1/auth', { body: { clientId: Number(clientId), username, password } })),
    finishSignIn: (firstToken, { code, remember }) => {
      const body = { code, ...(remember && { remember }) };
      return unwrap(main.POST('/v1/auth/second-factor', { body, headers: bearer(firstToken) }));
    },
    testSession: (signal) => unwrap(main.GET('/v1/auth/test', { signal })),
    signOut: () => unwrap(main.GET('/v1/user/logout')),
    stepUp: (body) => unwrap(main.POST('/v1/auth/step-up', { body })),
    checkPassword: (password) => unwrap(main.POST('/v1/validate-password', { body: { password } })),
    changeExpiredPassword: (password, rePassword) =>
      unwrap(main.POST('/v1/user/force-change-password', { body: { password, rePassword } })),
    saveLanguage: (language) => unwrap(main.PATCH('/v1/user/language', { body: { language } })),
    forgotPassword: ({ clientId, username }) =>
      unwrap(main.POST('/v1/user/forgotPassword', { body: { clientId: Number(clientId), username } })),
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
