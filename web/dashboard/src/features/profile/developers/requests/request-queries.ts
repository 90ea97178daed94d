import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf, QueryOf } from '@shared/api/types';
import { addDays } from '@shared/format/calendar-day';
import { zonedMoment } from '@shared/format/zoned-moment';

import type { RequestSearch } from './request-search';

/** A page of the log, as in the published API. */
export type RequestPage = AnswerOf<'/v1/requests', 'get'>;

/** A call with an API key. */
export type LoggedRequest = RequestPage['data'][number];

/** A call with its bodies. */
export type RequestDetail = AnswerOf<'/v1/requests/{id}', 'get'>;

/** Rows of a full page, as on the server. */
export const requestsPerPage = 50;

const requestKeys = {
  lists: ['requests', 'list'] as const,
  one: (id: string) => ['requests', 'one', id] as const,
};

/** The parameters of the call for a page. A day is one of a zone. */
function requestParams(search: RequestSearch, zone: string): QueryOf<'/v1/requests', 'get'> {
  const { query, method, status, route, key, day, before, after } = search;
  return {
    ...(query && { query }),
    ...(method && { method }),
    ...(status && { status }),
    ...(route && { route }),
    ...(key && { key }),
    ...(day && {
      from: zonedMoment(day, '00:00', zone).toISOString(),
      to: zonedMoment(addDays(day, 1), '00:00', zone).toISOString(),
    }),
    ...(before && { before }),
    ...(after && { after }),
  };
}

/** A page of the log, the newest first. */
export function requestListOptions(search: RequestSearch, zone: string) {
  const query = requestParams(search, zone);
  return queryOptions({
    queryKey: [...requestKeys.lists, query],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/requests', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
}

/** A call with its bodies. It never changes. */
export function requestOptions(id: string) {
  return queryOptions({
    queryKey: requestKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/requests/{id}', { params: { path: { id } }, signal })),
    staleTime: Infinity,
    meta: { inPlace: true },
  });
}

/** Has numbers of customers masked in what is logged from now on, or not. */
export function maskNumbersOptions() {
  return mutationOptions({
    mutationKey: ['requests', 'mask'],
    mutationFn: (maskNumbers: boolean) => unwrap(api.main.PATCH('/v1/requests', { body: { maskNumbers } })),
    onSuccess: reloads(requestKeys.lists),
  });
}
