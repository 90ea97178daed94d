import type { Api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';

import type { UserCalls } from './user-calls';

/** The calls of the users of clients. */
export function clientUserCalls({ main }: Api): UserCalls {
  return {
    signIn: ({ clientId, username, password }) =>
      unwrap(main.POST('/v1/auth', { body: { clientId: Number(clientId), username, password } })),
    testSession: (signal) => unwrap(main.GET('/v1/auth/test', { signal })),
    signOut: () => unwrap(main.GET('/v1/user/logout')),
    checkPassword: (password) => unwrap(main.POST('/v1/validate-password', { body: { password } })),
    changeExpiredPassword: (password, rePassword) =>
      unwrap(main.POST('/v1/user/force-change-password', { body: { password, rePassword } })),
    saveLanguage: (language) => unwrap(main.PATCH('/v1/user/language', { body: { language } })),
    forgotPassword: ({ clientId, username }) =>
      unwrap(main.POST('/v1/user/forgotPassword', { body: { clientId: Number(clientId), username } })),
    factors: async () => (await import('./client-factor-calls')).clientFactorCalls(main),
    takesPasskeys: true,
  };
}
