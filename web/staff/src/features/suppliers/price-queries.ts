import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';

import type { SupplierSearch } from './supplier-search';

const suppliersKey = ['suppliers'] as const;

export type SupplierSku = AnswerOf<'/staff/v1/suppliers/{code}/skus', 'get'>['data'][number];

/** One page of our products at a supplier. */
export function supplierSkusOptions(code: string, { query, only, page }: SupplierSearch) {
  return queryOptions({
    queryKey: [...suppliersKey, code, 'skus', query, only, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/staff/v1/suppliers/{code}/skus', {
          params: { path: { code }, query: { q: query, only, page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

export type PriceListChanges = AnswerOf<'/staff/v1/suppliers/{code}/price-changes', 'get'>;
export type PriceListChange = PriceListChanges['waiting'][number];

/** What changed in a supplier's price list. */
export function priceChangesOptions(code: string) {
  return queryOptions({
    queryKey: [...suppliersKey, code, 'price-changes'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/staff/v1/suppliers/{code}/price-changes', { params: { path: { code } }, signal })),
    refetchInterval: 60_000,
    meta: { inPlace: true },
  });
}

/** Applies or leaves a price. */
export function decidePriceOptions(code: string, id: string, apply: boolean) {
  return mutationOptions({
    mutationKey: [...suppliersKey, code, 'price-changes', id],
    mutationFn: ({ reason }: { reason: string }) =>
      unwrap(
        api.POST('/staff/v1/suppliers/{code}/price-changes/{id}', {
          params: { path: { code, id } },
          body: { apply, reason },
        }),
      ),
    onSuccess: reloads(suppliersKey, ['overview']),
  });
}
