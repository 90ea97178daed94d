import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';
import { walletsOptions } from '@/wallet/wallet-queries';

import type { HistoryParams } from './deposit-rules';
import type { WalletType } from './deposit-search';

/** One row of a wallet's history, as in the published API. */
export type DepositEvent = AnswerOf<'/v1/depositevents', 'get'>['data'][number];

/** The last 30 days of a wallet. */
export type DepositDays = AnswerOf<'/v1/depositevents/daily', 'get'>;

/** Query keys of this feature. Events of `deposits` and `orders` invalidate `lists` and the wallets, and less often `days`. */
export const depositKeys = {
  lists: ['deposits', 'history'] as const,
  list: (params: HistoryParams) => ['deposits', 'history', params] as const,
  days: ['deposits', 'days'] as const,
  daysOf: (wallet: WalletType) => ['deposits', 'days', wallet] as const,
  wallets: walletsOptions().queryKey,
};

/** A page of history. The rows of the previous page stay until the new ones are loaded. */
export function historyOptions(params: HistoryParams, enabled: boolean) {
  return queryOptions({
    queryKey: depositKeys.list(params),
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/depositevents', { params: { query: params }, signal })),
    placeholderData: keepPreviousData,
    enabled,
    meta: { inPlace: true },
  });
}

/** The wallets with their balances. Entries without a type are not shown. */
export function balancesOptions() {
  return queryOptions({
    ...walletsOptions(),
    staleTime: 0,
    meta: { inPlace: true },
    select: (wallets) => wallets.filter(({ type }) => (type as string) !== ''),
  });
}

/** The last 30 days of a wallet, summed up by day. */
export function daysOptions(depositType: WalletType) {
  return queryOptions({
    queryKey: depositKeys.daysOf(depositType),
    queryFn: ({ signal }) =>
      unwrap(api.main.GET('/v1/depositevents/daily', { params: { query: { depositType } }, signal })),
    meta: { inPlace: true },
  });
}
