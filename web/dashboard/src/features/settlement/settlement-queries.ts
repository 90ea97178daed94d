import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf, QueryOf } from '@shared/api/types';
import type { IdempotentRequest } from '@shared/form/use-idempotent-request';

/** A period of the settlement, as in the published API. */
export type Period = AnswerOf<'/v1/settlements/{id}/periods', 'get'>['data'][number];

/** A row of the history of a period. */
export type SettlementEvent = AnswerOf<'/v1/settlements/{id}/periods/{period}/events', 'get'>['data'][number];

/** Parameters of the history of a period. Only values that are set are sent. */
export type EventParams = QueryOf<'/v1/settlements/{id}/periods/{period}/events', 'get'>;

/** Query keys of this feature. Events of the topics of settlements invalidate all. */
export const settlementKeys = {
  all: ['settlements'] as const,
  periods: (id: string, page: number) => ['settlements', 'periods', id, page] as const,
  /** Not below `all`: the sums cost more than a page, and are loaded less often. */
  use: ['settlement-use'] as const,
  events: (id: string, period: string, params: EventParams) => ['settlements', 'events', id, period, params] as const,
};

/** A page of the periods, the newest first. */
export function periodsOptions(id: string, page: number) {
  return queryOptions({
    queryKey: settlementKeys.periods(id, page),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { page } };
      return unwrap(api.settlement.GET('/v1/settlements/{id}/periods', { params, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** What was used of the limit on each of the last 30 days. */
export function dailyUseOptions(id: string) {
  return queryOptions({
    queryKey: [...settlementKeys.use, id],
    queryFn: ({ signal }) =>
      unwrap(api.settlement.GET('/v1/settlements/{id}/daily', { params: { path: { id } }, signal })),
    // The card shows the error and Retry in place of the charts.
    meta: { inPlace: true },
  });
}

/** How long events that were asked for beside the settlement count as fresh, in milliseconds. */
const askedBeside = 2000;

/** A page of the history of a period. The rows of the previous page stay until the new ones are loaded. */
export function eventsOptions(id: string, period: string, query: EventParams) {
  return queryOptions({
    queryKey: settlementKeys.events(id, period, query),
    queryFn: ({ signal }) => {
      const params = { path: { id, period }, query };
      return unwrap(api.settlement.GET('/v1/settlements/{id}/periods/{period}/events', { params, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: askedBeside,
    meta: { inPlace: true },
  });
}

/** The input of the form that raises the limit. */
export interface RequestedLimit {
  amount: number | undefined;
}

/**
 * Raises the limit that was shown, once, however often the request is sent. The form shows refusals and failures. What
 * was shown is no part of the input: a repeat after a lost answer may show the raised limit.
 */
export function raiseLimitOptions(clientId: number, request: IdempotentRequest, shown: number | undefined) {
  return mutationOptions({
    mutationKey: ['settlements', 'raise'],
    mutationFn: (input: RequestedLimit) => {
      const body = { client_id: clientId, amount: input.amount ?? 0, expected_limit: shown };
      // The user was told about the earlier try with another amount, and goes on.
      if (request.unanswered(input)?.same === false) request.forget();
      return request.send(input, (key) =>
        unwrap(api.settlement.POST('/v1/settlements/topup', { params: { header: { 'Idempotency-Key': key } }, body })),
      );
    },
    // After a failure too: without an answer it may have been raised, and somebody else may have raised it.
    onSettled: reloadsAnyway(settlementKeys.all),
  });
}
