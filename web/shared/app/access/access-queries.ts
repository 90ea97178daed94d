import { mutationOptions } from '@tanstack/react-query';

import type { Api } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';

/** The account whose password was forgotten; the client id as digits. */
export interface ForgottenAccount {
  clientId: string;
  username: string;
}

/** Requests the e-mail with the link. The answer does not reveal whether the user exists. */
export function forgotPasswordOptions(api: Api) {
  return mutationOptions({
    mutationKey: ['password', 'forgot'],
    mutationFn: ({ clientId, username }: ForgottenAccount) => {
      const body = { clientId: Number(clientId), username: username.trim() };
      return unwrap(api.main.POST('/v1/user/forgotPassword', { body }));
    },
  });
}

export interface ForcedPassword {
  password: string;
  confirmation: string;
}

/** Changes an expired password. The form shows which field was refused. */
export function forcePasswordOptions(api: Api) {
  return mutationOptions({
    mutationKey: ['password', 'force-change'],
    mutationFn: ({ password, confirmation }: ForcedPassword) =>
      unwrap(api.main.POST('/v1/user/force-change-password', { body: { password, rePassword: confirmation } })),
    gcTime: 0,
  });
}
