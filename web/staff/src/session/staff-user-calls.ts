import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { UserCalls } from '@shared/app/calls/user-calls';

/** The calls by which staff sign in and prove who they are. */
export const staffUserCalls: UserCalls = {
  signIn: ({ username, password }) => unwrap(api.POST('/staff/v1/auth', { body: { username, password } })),
  testSession: (signal) => unwrap(api.GET('/staff/v1/me', { signal })),
  signOut: () => unwrap(api.POST('/staff/v1/auth/sign-out')),
  checkPassword: (password) => unwrap(api.POST('/staff/v1/auth/password/validate', { body: { password } })),
  changeExpiredPassword: (password, rePassword) =>
    unwrap(api.POST('/staff/v1/auth/password', { body: { password, rePassword } })),
  factors: async () => (await import('./staff-factor-calls')).staffFactorCalls,
  saveLanguage: (language) => unwrap(api.PATCH('/staff/v1/me/language', { body: { language } })),
};
