import { queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** A wallet of the client with its balance and settings. */
export type Wallet = AnswerOf<'/dashboard/v1/deposits/client', 'get'>['deposits'][number];

/** Wallets come and go with contracts: a filter asks for them once in five minutes. */
const walletLifetime = 5 * 60 * 1000;

/**
 * The wallets of the client. Who shows balances asks each time, by `{ ...walletsOptions(), staleTime: 0 }`, and says
 * in its own place where that failed (`meta: { inPlace: true }`).
 */
export function walletsOptions() {
  return queryOptions({
    queryKey: ['wallets'],
    queryFn: async ({ signal }) => (await unwrap(api.main.GET('/dashboard/v1/deposits/client', { signal }))).deposits,
    staleTime: walletLifetime,
  });
}
