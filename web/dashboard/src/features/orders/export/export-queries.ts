import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { DateRange } from '@shared/form/date-range';

import { orderKeys } from '../order-queries';
import type { SumsParams } from '../order-rules';

/** An export of orders. */
export type OrderExport = AnswerOf<'/v1/orders/exports', 'get'>[number];

/** The daily report of one day. */
export type OrderReport = AnswerOf<'/v1/depositevents/orders/reports/export', 'post'>[number];

/** Timeout of calls that write files, in milliseconds. */
const fileTimeout = 240_000;

/** Interval between loads while an export runs, in milliseconds. The server stores the progress once a second. */
const runningInterval = 1000;

/** Interval between loads otherwise, in milliseconds. Links expire after an hour. */
const linkInterval = 30 * 60 * 1000;

/** A signal that aborts after fileTimeout, or with the given signal. */
function inTime(cancelled?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(fileTimeout);
  return cancelled ? AbortSignal.any([timeout, cancelled]) : timeout;
}

/** Starts an export of the orders of a filter. The finance e-mail gets links to its files. */
export function requestExport(filter: SumsParams) {
  return unwrap(api.main.POST('/v1/orders/export', { body: filter, signal: inTime() }));
}

/** The newest exports of the client with their progress and valid links. */
export function exportsOptions() {
  return queryOptions({
    queryKey: orderKeys.exports,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/exports', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.status === 'running') === true ? runningInterval : linkInterval,
    meta: { inPlace: true },
  });
}

/** The daily reports of a range. The call writes missing files, so it can be slow. */
export function reportsOptions(range: DateRange | null) {
  return queryOptions({
    queryKey: orderKeys.reports(range?.start ?? '', range?.end ?? ''),
    queryFn: ({ signal }) => {
      const body = { startDate: range?.start ?? '', endDate: range?.end ?? '' };
      return unwrap(api.main.POST('/v1/depositevents/orders/reports/export', { body, signal: inTime(signal) }));
    },
    enabled: range !== null,
    staleTime: linkInterval,
    refetchInterval: linkInterval,
    meta: { inPlace: true },
  });
}
