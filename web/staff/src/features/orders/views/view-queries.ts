import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const viewsKey = ['views', 'orders'] as const;
const list = 'orders';

/** Filters that the member of staff uses again, under a name. */
export type SavedView = AnswerOf<'/staff/v1/me/views', 'get'>['data'][number];

export function viewsOptions() {
  return queryOptions({
    queryKey: viewsKey,
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/staff/v1/me/views', { params: { query: { list } }, signal }))).data,
  });
}

/** Keeps filters under a name. */
export function saveViewOptions(search: string) {
  return mutationOptions({
    mutationKey: [...viewsKey, 'save'],
    mutationFn: ({ name }: { name: string }) =>
      unwrap(api.POST('/staff/v1/me/views', { body: { list, name, search } })),
    onSuccess: reloads(viewsKey),
  });
}

export function removeViewOptions(id: string) {
  return mutationOptions({
    mutationKey: [...viewsKey, 'remove', id],
    mutationFn: () => unwrap(api.DELETE('/staff/v1/me/views/{id}', { params: { path: { id } } })),
    onSuccess: reloads(viewsKey),
  });
}
