import { mutationOptions } from '@tanstack/react-query';

import type { ForgottenAccount, UserCalls } from '@shared/app/calls/user-calls';

/** Requests the e-mail with the link. The answer does not reveal whether the user exists. */
export function forgotPasswordOptions(calls: UserCalls) {
  return mutationOptions({
    mutationKey: ['password', 'forgot'],
    mutationFn: async ({ clientId, username }: ForgottenAccount) =>
      // Only an app that has the call has the page.
      calls.forgotPassword?.({ clientId, username: username.trim() }),
  });
}

export interface ForcedPassword {
  password: string;
  confirmation: string;
}

/** Changes an expired password. The form shows which field was refused. */
export function forcePasswordOptions(calls: UserCalls) {
  return mutationOptions({
    mutationKey: ['password', 'force-change'],
    mutationFn: ({ password, confirmation }: ForcedPassword) => calls.changeExpiredPassword(password, confirmation),
    gcTime: 0,
  });
}
