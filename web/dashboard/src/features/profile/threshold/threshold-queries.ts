import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import type { AnswerOf } from '@shared/api/types';

/** A wallet with its settings. */
export type WalletSettings = AnswerOf<'/dashboard/v1/deposits/client', 'get'>['deposits'][number];

/** The wallets of the client with their thresholds. */
export function walletSettingsOptions() {
  return queryOptions({
    queryKey: ['wallets', 'settings'],
    queryFn: async ({ signal }) => {
      const { deposits } = await unwrap(api.main.GET('/dashboard/v1/deposits/client', { signal }));
      return deposits;
    },
    meta: { inPlace: true },
  });
}

/** Saves the threshold of a wallet, in whole rupiah; the row says why one was refused. */
export function saveThresholdOptions(id: string) {
  return mutationOptions({
    mutationKey: ['wallets', 'threshold', id],
    mutationFn: (minBalanceAlert: number) => {
      const target = { params: { path: { id } }, body: { minBalanceAlert } };
      return unwrap(api.main.PATCH('/v1/internal/deposits/{id}/min_balance_alert', target));
    },
    meta: { inPlace: true },
  });
}
