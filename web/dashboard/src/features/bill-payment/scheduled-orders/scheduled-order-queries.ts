import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { type FileFormat, saveAnswer } from '@shared/api/file-answer';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf, QueryOf } from '@shared/api/types';
import type { IdempotentRequest } from '@shared/form/use-idempotent-request';

import { reportFailure } from '@shared/reporting/report-failure';

/** A scheduled order, also one that runs at once. Without `approval`, it needs none. */
export type ScheduledOrder = AnswerOf<'/v1/scheduled-orders', 'get'>['data'][number];

export type ScheduledStatus = ScheduledOrder['status'];

/** One destination of a scheduled order. */
export type Line = AnswerOf<'/v1/scheduled-orders/{id}/lines', 'get'>['data'][number];

export type LineStatus = Line['status'];

/** The number of lines in each state. They add up to the total. */
export type Counts = ScheduledOrder['counts'];

/** A scheduled order with its lines. */
export type ScheduledDetail = ScheduledOrder & { orders: Line[] };

/** Parameters of the list. Only values that are set are sent. */
export type ListParams = QueryOf<'/v1/scheduled-orders', 'get'>;

/** Query keys of scheduled orders. Events of the topic `scheduled-orders` invalidate all. */
export const scheduledKeys = {
  all: ['scheduled-orders'] as const,
  list: (params: ListParams) => ['scheduled-orders', 'list', params] as const,
  series: (id: string) => ['scheduled-orders', 'list', 'series', id] as const,
  detail: (id: string) => ['scheduled-orders', 'detail', id] as const,
  progress: (id: string) => ['scheduled-orders', 'progress', id] as const,
  linesOf: (id: string) => ['scheduled-orders', 'lines', id] as const,
  approval: ['scheduled-orders', 'approval'] as const,
  lines: (id: string, page: number, status?: string, search?: string) =>
    ['scheduled-orders', 'lines', id, page, status, search] as const,
};

/** A page of the scheduled orders. The rows of the previous page stay until the new ones are loaded. */
export function scheduledListOptions(params: ListParams) {
  return queryOptions({
    queryKey: scheduledKeys.list(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/scheduled-orders', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** The most runs of a series that are shown. */
const mostRuns = 100;

/** The runs of a series, the first one first. */
export function seriesOptions(seriesId: string) {
  return queryOptions({
    queryKey: scheduledKeys.series(seriesId),
    queryFn: async ({ signal }) => {
      const query = { seriesId, sort: 'scheduledAt' as const, perPage: mostRuns, page: 1 };
      return (await unwrap(api.main.GET('/v1/scheduled-orders', { params: { query }, signal }))).data;
    },
    meta: { inPlace: true },
  });
}

/** A scheduled order with all its lines, at most 10,000. */
export function scheduledDetailOptions(id: string) {
  return queryOptions({
    queryKey: scheduledKeys.detail(id),
    queryFn: async ({ signal }): Promise<ScheduledDetail> => {
      const params = { path: { id } };
      return (await unwrap(api.main.GET('/v1/scheduled-orders/{id}', { params, signal }))).data;
    },
    meta: { inPlace: true },
  });
}

/** How far a run is. */
export function progressOptions(id: string) {
  return queryOptions({
    queryKey: scheduledKeys.progress(id),
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await unwrap(api.main.GET('/v1/scheduled-orders/{id}/progress', { params, signal }))).data;
    },
    meta: { inPlace: true },
  });
}

/** Which lines of an order are shown. */
export interface LineFilter {
  status?: LineStatus | undefined;
  /** Part of the number in any writing, or of the name. */
  search?: string | undefined;
}

/** A page of the lines that a filter selects, and how many these are. The rows before stay until it is loaded. */
export function linesOptions(id: string, page: number, count: number, { status, search }: LineFilter) {
  return queryOptions({
    queryKey: scheduledKeys.lines(id, page, status, search),
    queryFn: async ({ signal }): Promise<{ data: Line[]; total: number }> => {
      const query = { page, count, ...(status && { status }), ...(search && { search }) };
      const params = { path: { id }, query };
      return await unwrap(api.main.GET('/v1/scheduled-orders/{id}/lines', { params, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** Which lines are tried again: chosen ones, or all of a kind. */
export type RetryLines = { lines: number[] } | { statuses: ('failed' | 'canceled')[] };

/** What a retry would buy now. Asked for once, so that the total that is shown is the one that is sent. */
export function retryCheckOptions(id: string, what: RetryLines) {
  return queryOptions({
    queryKey: ['retry-check', id, what],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await unwrap(api.main.POST('/v1/scheduled-orders/{id}/retry/check', { params, body: what, signal })))
        .data;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { inPlace: true },
  });
}

/** Cancels a scheduled order: what waits is not sent any more. The screen shows a failure as a dialog. */
export function cancelOptions(id: string) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'cancel', id],
    mutationFn: async () => {
      const params = { path: { id } };
      return (await unwrap(api.main.POST('/v1/scheduled-orders/{id}/cancel', { params }))).data;
    },
    onError: (error) => reportFailure('Failed to cancel scheduled order', error),
    meta: { inPlace: true },
    // Also after a failure: it may have been cancelled.
    onSettled: reloadsAnyway(scheduledKeys.all),
  });
}

/** The product of an order with its present price. */
export function presentProductOptions(code: string) {
  return queryOptions({
    queryKey: ['present-product', code],
    queryFn: async ({ signal }) => {
      const params = { path: { code } };
      return (await unwrap(api.main.GET('/dashboard/v1/products/client/{code}/prices', { params, signal }))).product;
    },
    // Each look at a price that is about to be paid is a new one, and it doesn't change under the user's eyes.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { inPlace: true },
  });
}

/** What a user decides about a scheduled order with their PIN. */
export type Decision = 'approve' | 'resume' | 'retry';

/** The input of a decision. */
export interface DecisionInput {
  pin: string;
  /** What the user was shown; null for bills. */
  expectedTotal: number | null;
  /** Of a retry. */
  what?: RetryLines | undefined;
}

/** Sends a decision. A repeat of a retry with the same key has no other effect. The form shows refusals. */
export function decideOptions(id: string, decision: Decision, request: IdempotentRequest) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', decision, id],
    mutationFn: async ({ pin, expectedTotal, what }: DecisionInput): Promise<ScheduledOrder> => {
      const path = { id };
      if (decision === 'retry') {
        // The PIN is no part of the input that the server compares.
        return await request.send({ id, expectedTotal, what }, async (key) => {
          const params = { path, header: { 'Idempotency-Key': key } };
          const body = { pin, expectedTotal, ...what };
          return (await unwrap(api.main.POST('/v1/scheduled-orders/{id}/retry', { params, body }))).data;
        });
      }
      const init = { params: { path }, body: { pin, expectedTotal } };
      const call =
        decision === 'approve'
          ? api.main.POST('/v1/scheduled-orders/{id}/approve', init)
          : api.main.POST('/v1/scheduled-orders/{id}/resume', init);
      return (await unwrap(call)).data;
    },
    // A wrong PIN answers 401 and does not end the session.
    meta: { inPlace: true, keepSession: true },
    // Also after a failure: without an answer it may have been done, and the order says so then.
    onSettled: reloadsAnyway(scheduledKeys.all),
  });
}

/** Downloads the result of each line as a file. */
export function resultOptions(id: string) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'result', id],
    mutationFn: (format: FileFormat) => {
      const params = { path: { id }, query: { format } };
      const call = api.main.GET('/v1/scheduled-orders/{id}/result', { params, parseAs: 'stream' });
      return saveAnswer(call, format, `loket-${id}`);
    },
  });
}

/** Rejects a scheduled order that waits for approval. */
export function rejectOptions(id: string) {
  return mutationOptions({
    mutationKey: ['scheduled-orders', 'reject', id],
    mutationFn: () => unwrap(api.main.POST('/v1/scheduled-orders/{id}/reject', { params: { path: { id } }, body: {} })),
    onSettled: reloadsAnyway(scheduledKeys.all),
  });
}
