import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import type { DateRange } from '@shared/form/date-range';

import { orderKeys } from '../order-queries';
import type { WalletType } from '../order-search';

/** An export of orders: running with its counts, or done with its files. */
export type OrderExport = AnswerOf<'/v1/orders/exports', 'get'>[number];

/** The file of one day's orders. */
export type OrderReport = AnswerOf<'/v1/depositevents/orders/reports/export', 'post'>[number];

/** How long the browser waits for files, in milliseconds. */
const fileTimeout = 240_000;

/** While an export runs its counts are asked for this often; the server stores them once a second. */
const runningInterval = 1000;

/** Links end after an hour: a page that stays open gets new ones in time. */
const linkInterval = 30 * 60 * 1000;

/** Ends a call that takes longer than files may take. */
function inTime(cancelled?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(fileTimeout);
  return cancelled ? AbortSignal.any([timeout, cancelled]) : timeout;
}

/** Begins an export; its files go to the finance e-mail as links. */
export function requestExport({ range, walletType }: { range: DateRange; walletType: WalletType | null }) {
  const body = { dateStart: range.start, dateEnd: range.end, depositType: walletType ?? undefined };
  return unwrap(api.main.POST('/v1/orders/export', { body, signal: inTime() }));
}

/** The newest exports of the client, with progress that is true and links that are fresh. */
export function exportsOptions() {
  return queryOptions({
    queryKey: orderKeys.exports,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/orders/exports', { signal })),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.status === 'running') === true ? runningInterval : linkInterval,
    meta: { inPlace: true },
  });
}

/** The files of some days; one that is missing is made by the call, so it may take its time. */
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
