import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import { ownSessionsOptions } from '../security/session-queries';

/** Values of the form for a new password. */
export interface PasswordValues {
  current: string;
  password: string;
  confirmation: string;
}

/** Changes the user's own password. The form shows refused fields. */
export function changePasswordOptions() {
  return mutationOptions({
    mutationKey: ['password', 'change'],
    mutationFn: ({ current, password, confirmation }: PasswordValues) => {
      const body = { oldPassword: current, password, repassword: confirmation };
      return unwrap(api.main.PATCH('/v1/user/changePassword', { body }));
    },
    gcTime: 0,
    onSuccess: reloads(ownSessionsOptions().queryKey),
  });
}
