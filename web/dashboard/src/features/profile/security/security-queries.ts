import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

/** What the root users of the client decide for all its users. */
export type ClientSecurity = AnswerOf<'/v1/clients/security', 'get'>;

/** What they may change. */
export type SecurityChange = Partial<Pick<ClientSecurity, 'idleMinutes' | 'secondFactor' | 'rememberDays'>>;

export function clientSecurityOptions() {
  return queryOptions({
    queryKey: ['client', 'security'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/clients/security', { signal })),
    meta: { inPlace: true },
  });
}

/** Saves what the root users decide. */
export function saveClientSecurityOptions() {
  return mutationOptions({
    mutationKey: ['client', 'security', 'save'],
    mutationFn: (body: SecurityChange) => unwrap(api.main.PATCH('/v1/clients/security', { body })),
    onSuccess: reloads(clientSecurityOptions().queryKey, ['session', 'own-sessions'], ['session', 'factors']),
  });
}
