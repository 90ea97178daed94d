import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

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

/** Ends all of the user's sessions but this one. */
export function endOtherSessionsOptions() {
  return mutationOptions({
    mutationKey: ['session', 'end-others'],
    mutationFn: () => unwrap(api.main.DELETE('/v1/user/sessions')),
    onSuccess: reloads(ownSessionsOptions().queryKey),
  });
}
