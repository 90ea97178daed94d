import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf, BodyOf } from '@shared/api/types';

import { reportFailure, reportingFailure } from '@shared/reporting/report-failure';
import type { BillSearch } from './products/bill-search';

type ProductPage = AnswerOf<'/dashboard/v1/products/client', 'get'>;

/** A product that can be ordered for many numbers. */
export type BillProduct = ProductPage['data'][number];

/** A created scheduled order. */
export type ScheduledOrder = AnswerOf<'/v1/scheduled-orders', 'post'>['data'];

/** The input of a scheduled order. */
export type NewScheduledOrder = BodyOf<'/v1/scheduled-orders', 'post'>;

/** Rows of a page of products. */
export const productsPerPage = 10;

/** The key of all pages of products. */
export const billProductsKey = ['bill-products'] as const;

/** A page of the products that match the filters. The rows of the previous page stay until the new ones are loaded. */
export function billProductsOptions({ page = 1, ...filters }: BillSearch) {
  return queryOptions({
    queryKey: [...billProductsKey, filters, page],
    queryFn: ({ signal }) => {
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
      const query = { ...given, active: 'true' as const, page, perPage: productsPerPage };
      return reportingFailure(
        'Error when get product list on schedule bill payment page',
        signal,
        unwrap(api.main.GET('/dashboard/v1/products/client', { params: { query }, signal })),
      );
    },
    placeholderData: keepPreviousData,
    // The list shows the error and Retry in place of its rows.
    meta: { inPlace: true },
  });
}

/** The operators of each operator type. Loaded once. */
export function operatorsOptions() {
  return queryOptions({
    queryKey: ['operators'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/operator', { signal })),
    staleTime: Infinity,
  });
}

/** Finds the contacts of up to 10,000 numbers. */
export function bulkCheckOptions() {
  return mutationOptions({
    mutationKey: ['contacts', 'bulk-check'],
    mutationFn: async (numbers: readonly string[]) =>
      (await unwrap(api.main.POST('/v1/employee/bulk-check', { body: { destinationNo: [...numbers] } }))).data,
    meta: { inPlace: true },
  });
}

type Check = AnswerOf<'/v1/scheduled-orders/check', 'post'>['data'];

/** A line with its verdict. */
export type CheckedLine = Check['lines'][number];

/** What is known of a bill. */
export type FoundBill = AnswerOf<'/v1/scheduled-orders/inquiries', 'post'>['data'][number];

/** Judges the lines of an order. Failures are silent: the order can be made without. */
export function checkLinesOptions(productCode: string, destinations: readonly { destinationNo: string }[]) {
  const destinationNos = destinations.map(({ destinationNo }) => destinationNo);
  return queryOptions({
    queryKey: ['bill-check', productCode, destinationNos],
    queryFn: async ({ signal }) =>
      (await unwrap(api.main.POST('/v1/scheduled-orders/check', { body: { productCode, destinationNos }, signal })))
        .data,
    enabled: destinationNos.length > 0,
    placeholderData: keepPreviousData,
    // Checked anew each time: what was paid recently changes.
    staleTime: 0,
    gcTime: 0,
    meta: { inPlace: true },
  });
}

/** Finds the bills of up to 50 numbers. Charges nothing. */
export async function findBills(
  productCode: string,
  destinationNos: readonly string[],
  signal: AbortSignal,
): Promise<FoundBill[]> {
  const body = { productCode, destinationNos: [...destinationNos] };
  return (await unwrap(api.main.POST('/v1/scheduled-orders/inquiries', { body, signal }))).data;
}

/** Creates a scheduled order. The PIN dialog shows refusals; a wrong PIN doesn't end the session. */
export function createScheduledOrderOptions() {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'create'],
    mutationFn: async ({ body, key }: { body: NewScheduledOrder; key: string }) =>
      (await unwrap(api.main.POST('/v1/scheduled-orders', { body, params: { header: { 'Idempotency-Key': key } } })))
        .data,
    onError: (error) => reportFailure('Failed to create scheduled order', error),
    meta: { inPlace: true, keepSession: true },
  });
}
