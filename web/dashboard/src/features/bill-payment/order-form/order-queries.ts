import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { ApiProblem, unwrap } from '@shared/api/problem';
import type { AnswerOf, BodyOf } from '@shared/api/types';
import type { IdempotentRequest } from '@shared/form/use-idempotent-request';

import { reportFailure, reportingFailure } from '@shared/reporting/report-failure';
import type { BillSearch } from '../products/bill-search';

type ProductPage = AnswerOf<'/dashboard/v1/products/client', 'get'>;

/** A product that can be ordered for many numbers. */
export type BillProduct = ProductPage['data'][number];

/** A scheduled order that was just made. */
export type CreatedOrder = AnswerOf<'/v1/scheduled-orders', 'post'>['data'];

/** The input of a scheduled order. */
export type NewScheduledOrder = BodyOf<'/v1/scheduled-orders', 'post'>;

/** Rows of a page of products. */
export const productsPerPage = 10;

/** The key of all pages of products. */
const billProductsKey = ['bill-products'] as const;

/** The key of all judgements of lines, which have the prices of then. */
export const lineChecksKey = ['bill-check'] as const;

/** A page of the products that match the filters. The rows of the previous page stay until the new ones are loaded. */
export function billProductsOptions({ page = 1, ...search }: BillSearch) {
  const { create: _create, ...filters } = search;
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

/** One product, for a link to its form. */
export function billProductOptions(code: string) {
  return queryOptions({
    queryKey: [...billProductsKey, 'one', code],
    queryFn: async ({ signal }) => {
      const query = { searchQuery: code, active: 'true' as const, page: 1, perPage: productsPerPage };
      const { data } = await unwrap(api.main.GET('/dashboard/v1/products/client', { params: { query }, signal }));
      return data.find((product) => product.code === code) ?? null;
    },
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

/** What the server answers to a check. It may leave fine lines out. */
export type CheckAnswer = AnswerOf<'/v1/scheduled-orders/check', 'post'>['data'];

/** The server's judgement of an order that is being made, with all its lines. */
export type OrderCheck = Omit<CheckAnswer, 'omitted'>;

/** A line with its verdict. */
export type CheckedLine = OrderCheck['lines'][number];

/** What is known of a bill. */
export type FoundBill = AnswerOf<'/v1/scheduled-orders/inquiries', 'post'>['data'][number];

/** What is judged: all that decides about an order except its name and the PIN. */
export type CheckInput = BodyOf<'/v1/scheduled-orders/check', 'post'>;

/** Finds the bills of up to 50 numbers. Charges nothing. */
export async function findBills(
  productCode: string,
  destinationNos: readonly string[],
  signal: AbortSignal,
): Promise<FoundBill[]> {
  const body = { productCode, destinationNos: [...destinationNos] };
  return (await unwrap(api.main.POST('/v1/scheduled-orders/inquiries', { body, signal }))).data;
}

/** An order to create. */
export interface CreateInput {
  order: Omit<NewScheduledOrder, 'pin'>;
  pin: string;
}

/** Whether an order was refused because its product has another price than the user was shown. */
export function isPriceChanged(error: Error): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'PriceChangedError';
}

/**
 * Creates a scheduled order, once for all tries of a request. The PIN dialog shows refusals; a wrong PIN doesn't end the
 * session.
 */
export function createScheduledOrderOptions(request: IdempotentRequest) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'create'],
    mutationFn: async ({ order, pin }: CreateInput) =>
      await request.send(order, async (key) => {
        const params = { header: { 'Idempotency-Key': key } };
        return (await unwrap(api.main.POST('/v1/scheduled-orders', { body: { ...order, pin }, params }))).data;
      }),
    onError: (error, _input, _result, { client }) => {
      reportFailure('Failed to create scheduled order', error);
      if (!isPriceChanged(error)) return;
      void client.invalidateQueries({ queryKey: billProductsKey });
      void client.invalidateQueries({ queryKey: lineChecksKey });
    },
    meta: { inPlace: true, keepSession: true },
  });
}

const lookupPoll = 2000;

/**
 * The order that a request with a key made: none, or still unknown while the request runs. It is asked for again until
 * there is one, because a request may arrive late.
 */
export function orderByKeyOptions(key: string) {
  return queryOptions({
    queryKey: ['scheduled-orders', 'by-key', key],
    queryFn: async ({ signal }): Promise<CreatedOrder | 'none' | 'running'> => {
      try {
        const params = { query: { key } };
        return (await unwrap(api.main.GET('/v1/scheduled-orders/made', { params, signal }))).data;
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'NotFoundError') return 'none';
        if (error instanceof ApiProblem && error.code === 'IdempotencyRunningError') return 'running';
        throw error;
      }
    },
    refetchInterval: ({ state }) => (typeof state.data === 'object' ? false : lookupPoll),
    gcTime: 0,
    meta: { inPlace: true },
  });
}
