import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import { reportingFailure } from '@shared/reporting/report-failure';

import type { PriceListFilters } from './product-search';

type ProductPage = AnswerOf<'/dashboard/v1/products/client', 'get'>;

/** One row of the price list, as in the published API. */
export type Product = ProductPage['data'][number];

/** A price that holds from a moment on. */
export type PriceChange = AnswerOf<'/dashboard/v1/products/client/{code}/prices', 'get'>['changes'][number];

/** Rows that are loaded at a time. */
const perPage = 50;

/** The products that match the filters. More pages are loaded while the user scrolls. */
export function productListOptions(filters: PriceListFilters) {
  return infiniteQueryOptions({
    queryKey: ['products', filters],
    queryFn: ({ signal, pageParam }) => {
      const given = Object.entries(filters).filter(([, value]) => value !== undefined);
      const query = { ...Object.fromEntries(given), page: pageParam, perPage };
      return reportingFailure(
        'Error when get product list on product page',
        signal,
        unwrap(api.main.GET('/dashboard/v1/products/client', { params: { query }, signal })),
      );
    },
    initialPageParam: 1,
    getNextPageParam: (last: ProductPage) => (last.page * last.perPage < last.total ? last.page + 1 : undefined),
    placeholderData: keepPreviousData,
    // The list shows the error and Retry in place of its rows.
    meta: { inPlace: true },
  });
}

/** A product, and how its price changed and will change, the newest first. */
export function priceHistoryOptions(code: string) {
  return queryOptions({
    queryKey: ['product-prices', code],
    queryFn: ({ signal }) =>
      unwrap(api.main.GET('/dashboard/v1/products/client/{code}/prices', { params: { path: { code } }, signal })),
    // The drawer shows the error and Retry in place of the history.
    meta: { inPlace: true },
  });
}

/** Codes of the products whose price the client is told about before it changes. */
export function priceWatchesOptions() {
  return queryOptions({
    queryKey: ['price-watches'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/dashboard/v1/products/watches', { signal })),
    // Without them the list shows no marks, and the drawer says so.
    meta: { inPlace: true },
  });
}

/** Starts or ends the watch on a product. Returns all watched ones. */
export function watchPriceOptions(code: string) {
  return mutationOptions({
    mutationKey: ['price-watches', code],
    mutationFn: (isWatched: boolean) => {
      const target = { params: { path: { code } } };
      return unwrap(
        isWatched
          ? api.main.PUT('/dashboard/v1/products/client/{code}/watch', target)
          : api.main.DELETE('/dashboard/v1/products/client/{code}/watch', target),
      );
    },
    // The drawer shows a failure.
    meta: { inPlace: true },
  });
}
