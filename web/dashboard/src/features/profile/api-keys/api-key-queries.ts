import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf } from '@shared/api/types';

/** Highest number of API keys of a client: docs/product/access.md#api-keys. */
export const mostApiKeys = 2;

/** An API key in the list, which has only its last characters. */
export type ListedKey = Extract<AnswerOf<'/v1/user/list', 'get'>[number], { apiKey: string }>;

/** The API keys of the client. */
export function apiKeyListOptions() {
  return queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }): Promise<ListedKey[]> => {
      const params = { query: { filter: 'api' } };
      const rows = await unwrap(api.main.GET('/v1/user/list', { params, signal }));
      // Those of the sandbox are on the page of developers.
      return rows.filter((row) => 'apiKey' in row).filter(({ mode }) => mode === 'live');
    },
    meta: { inPlace: true },
  });
}

/** Makes a key. Only this answer ever contains it, so it is not cached. */
export function makeApiKeyOptions() {
  return mutationOptions({
    mutationKey: ['api-keys', 'make'],
    mutationFn: () => unwrap(api.main.POST('/v1/user/key')),
    gcTime: 0,
  });
}

/** Deletes a key. Users and keys share one sequence of ids, so the call is that for users. */
export function removeApiKeyOptions() {
  return mutationOptions({
    mutationKey: ['api-keys', 'remove'],
    mutationFn: ({ id }: { id: string }) => unwrap(api.main.DELETE('/v1/user/{id}', { params: { path: { id } } })),
    onSuccess: reloads(apiKeyListOptions().queryKey),
  });
}
