import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

const shopsKey = ['shops'] as const;

export type Shop = AnswerOf<'/staff/v1/shops', 'get'>['data'][number];

/** The shops of the clients whose id, code or name has a text, page after page. */
export function shopListOptions(search: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...shopsKey, 'list', search],
    queryFn: ({ signal, pageParam }) =>
      unwrap(api.GET('/staff/v1/shops', { params: { query: { search, cursor: pageParam } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor || undefined,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** Hides a shop from shoppers. */
export function unpublishOptions(clientId: number) {
  return mutationOptions({
    mutationKey: [...shopsKey, 'unpublish', clientId],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(
        api.POST('/staff/v1/clients/{id}/shop/unpublish', { params: { path: { id: clientId } }, body: { reason } }),
      ),
    onSuccess: reloads(shopsKey),
  });
}
