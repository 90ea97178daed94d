import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

/** The account whose password was forgotten; the client id as digits. */
export interface ForgottenAccount {
  clientId: string;
  username: string;
}

/** Requests the e-mail with the link. The answer does not reveal whether the user exists. */
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

export interface ForcedPassword {
  password: string;
  confirmation: string;
}

/** Changes an expired password. The form shows which field was refused. */
export function forcePasswordOptions() {
  return mutationOptions({
    mutationKey: ['password', 'force-change'],
    mutationFn: ({ password, confirmation }: ForcedPassword) =>
      unwrap(api.main.POST('/v1/user/force-change-password', { body: { password, rePassword: confirmation } })),
    meta: { inPlace: true },
    gcTime: 0,
  });
}
