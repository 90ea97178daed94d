import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** Most API keys of a client, section 9 of the specification of the shell. */
export const mostApiKeys = 2;

/** An API key as the list shows it: its end, never the whole. */
export type ListedKey = Extract<AnswerOf<'/v1/user/list', 'get'>[number], { apiKey: string }>;

/** The API keys of the client. */
export function apiKeyListOptions() {
  return queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }): Promise<ListedKey[]> => {
      const params = { query: { filter: 'api' } };
      const rows = await unwrap(api.main.GET('/v1/user/list', { params, signal }));
      return rows.filter((row) => 'apiKey' in row);
    },
    meta: { inPlace: true },
  });
}

/** Makes a key. Its answer is the only place where the key ever stands, so no cache keeps it. */
export function makeApiKeyOptions() {
  return mutationOptions({
    mutationKey: ['api-keys', 'make'],
    mutationFn: () => unwrap(api.main.POST('/v1/user/key')),
    gcTime: 0,
  });
}

/** Deletes a key; users and keys take their ids from one sequence, so one call serves both. */
export function removeApiKeyOptions() {
  return mutationOptions({
    mutationKey: ['api-keys', 'remove'],
    mutationFn: (id: string) => unwrap(api.main.DELETE('/v1/user/{id}', { params: { path: { id } } })),
  });
}
