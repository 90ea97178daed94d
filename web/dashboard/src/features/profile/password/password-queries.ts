import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

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

/** An open session of the user. */
export type OwnSession = AnswerOf<'/v1/user/sessions', 'get'>[number];

/** The user's own open sessions. */
export function ownSessionsOptions() {
  return queryOptions({
    queryKey: ['session', 'own-sessions'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/user/sessions', { signal })),
    meta: { inPlace: true },
  });
}

/** Ends one of the user's sessions. */
export function endSessionOptions() {
  return mutationOptions({
    mutationKey: ['session', 'end'],
    mutationFn: ({ id }: { id: string }) =>
      unwrap(api.main.DELETE('/v1/user/sessions/{id}', { params: { path: { id } } })),
    onSuccess: reloads(ownSessionsOptions().queryKey),
  });
}
