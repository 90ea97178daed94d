import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

/** Who forgot their password; the client id as its digits. */
export interface ForgottenAccount {
  clientId: string;
  username: string;
}

/** Asks for the e-mail with the link. The answer is the same whether the user exists or not. */
export function forgotPasswordOptions() {
  return mutationOptions({
    mutationKey: ['password', 'forgot'],
    mutationFn: ({ clientId, username }: ForgottenAccount) => {
      const body = { clientId: Number(clientId), username: username.trim() };
      return unwrap(api.main.POST('/v1/user/forgotPassword', { body }));
    },
    meta: { inPlace: true },
  });
}

/** A new password, typed twice. */
export interface ForcedPassword {
  password: string;
  confirmation: string;
}

/** Changes an expired password; the form says which field was refused. */
export function forcePasswordOptions() {
  return mutationOptions({
    mutationKey: ['password', 'force-change'],
    mutationFn: ({ password, confirmation }: ForcedPassword) =>
      unwrap(api.main.POST('/v1/user/force-change-password', { body: { password, rePassword: confirmation } })),
    meta: { inPlace: true },
    gcTime: 0,
  });
}
