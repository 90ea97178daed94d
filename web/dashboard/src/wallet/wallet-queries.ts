import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** A wallet of the client with its balance and settings. */
export type Wallet = AnswerOf<'/dashboard/v1/deposits/client', 'get'>['deposits'][number];

/**
 * How long the wallets count as fresh, in milliseconds: names and settings change with contracts only. Screens that show
 * balances set `staleTime: 0`.
 */
const walletLifetime = 5 * 60 * 1000;

/**
 * The wallets of the client. Screens that show balances load them each time (`{ ...walletsOptions(), staleTime: 0 }`)
 * and show a failure themselves (`meta: { inPlace: true }`).
 */
export function walletsOptions() {
  return queryOptions({
    queryKey: ['wallets'],
    queryFn: async ({ signal }) => (await unwrap(api.main.GET('/dashboard/v1/deposits/client', { signal }))).deposits,
    staleTime: walletLifetime,
  });
}
