import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import { clientsApi } from '@/sketch/api';
import type { ClientInput } from '@/sketch/clients-api';

import type { ClientSearch } from './client-search';

const clientsKey = ['clients'] as const;

/** A page of the clients whose name has the searched text. */
export function clientListOptions({ search, page }: ClientSearch) {
  return queryOptions({
    queryKey: [...clientsKey, 'list', search, page],
    queryFn: ({ signal }) => unwrap(clientsApi.GET('/v1/clients', { params: { query: { search, page } }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

export function clientOptions(id: number) {
  return queryOptions({
    queryKey: [...clientsKey, 'one', id],
    queryFn: ({ signal }) => unwrap(clientsApi.GET('/v1/clients/{id}', { params: { path: { id } }, signal })),
    meta: { inPlace: true },
  });
}

export function createClientOptions() {
  return mutationOptions({
    mutationKey: [...clientsKey, 'create'],
    mutationFn: (body: ClientInput) => unwrap(clientsApi.POST('/v1/clients', { body })),
    onSuccess: reloads(clientsKey),
  });
}
