import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

import type { ProductSearch } from './product-search';

type ProductPage = AnswerOf<'/dashboard/v1/products/client', 'get'>;

/** One row of the price list, as in the published API. */
export type Product = ProductPage['data'][number];

/** A price that holds from a moment on. */
export type PriceChange = AnswerOf<'/dashboard/v1/products/client/{code}/prices', 'get'>['changes'][number];

/** Rows that are loaded at a time. */
const perPage = 50;

/** The products that match the filters. More pages are loaded while the user scrolls. */
export function productListOptions(search: ProductSearch) {
  return infiniteQueryOptions({
    queryKey: ['products', search],
    queryFn: ({ signal, pageParam }) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined);
      const query = { ...Object.fromEntries(given), page: pageParam, perPage };
      return unwrap(api.main.GET('/dashboard/v1/products/client', { params: { query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: (last: ProductPage) => (last.page * last.perPage < last.total ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
    // The list shows the error and Retry in place of its rows.
    meta: { inPlace: true },
  });
}

/** How the price of a product changed and will change, the newest first. */
export function priceHistoryOptions(code: string) {
  return queryOptions({
    queryKey: ['product-prices', code],
    queryFn: ({ signal }) =>
      unwrap(api.main.GET('/dashboard/v1/products/client/{code}/prices', { params: { path: { code } }, signal })),
    // The drawer shows the error and Retry in place of the history.
    meta: { inPlace: true },
  });
}
