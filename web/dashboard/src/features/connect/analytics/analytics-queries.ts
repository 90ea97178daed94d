import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { DateRange } from '@shared/form/date-range';

/** The key of all queries of this feature. */
export const analyticsKey = ['analytics'] as const;

// `FiguresFailed` shows failures. Figures of past days change for minutes after midnight at most.
const rangeOptions = {
  meta: { inPlace: true, keepSession: true, reportAll: true },
  staleTime: 60_000,
  // The figures of the last range stay, dimmed, until those of the new one are there.
  placeholderData: keepPreviousData,
};

const queryOf = ({ start, end }: DateRange) => ({ params: { query: { start_date: start, end_date: end } } });

/** Sales of a range: totals with their changes, and each day. */
export function salesOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'sales', range],
    queryFn: ({ signal }) => unwrap(api.connect.GET('/analytics/sales-overview', { ...queryOf(range), signal })),
    ...rangeOptions,
  });
}

/** SKUs by the number sold, most first. */
export function soldProductsOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'products', range],
    queryFn: async ({ signal }) =>
      (await unwrap(api.connect.GET('/analytics/product-sales', { ...queryOf(range), signal }))).data,
    ...rangeOptions,
  });
}

/** Sessions of each day. */
export function sessionsOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'sessions', range],
    queryFn: async ({ signal }) =>
      (await unwrap(api.connect.GET('/analytics/visitor-engagement', { ...queryOf(range), signal }))).data,
    ...rangeOptions,
  });
}

/** Components by clicks, most first. */
export function componentClicksOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'components', range],
    queryFn: async ({ signal }) =>
      (await unwrap(api.connect.GET('/analytics/component-clicks', { ...queryOf(range), signal }))).data,
    ...rangeOptions,
  });
}

/** Banners by clicks, most first. */
export function bannerClicksOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'banners', range],
    queryFn: async ({ signal }) =>
      (await unwrap(api.connect.GET('/analytics/banner-clicks', { ...queryOf(range), signal }))).data,
    ...rangeOptions,
  });
}

/** The way of the users from game types over SKUs to the checkout. */
export function funnelOptions(range: DateRange) {
  return queryOptions({
    queryKey: ['analytics', 'funnel', range],
    queryFn: ({ signal }) => unwrap(api.connect.GET('/analytics/funnel', { ...queryOf(range), signal })),
    ...rangeOptions,
  });
}
