import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import { walletsOptions } from '@/wallet/wallet-queries';

/** The wallets of the client with their current balances and thresholds. */
export function walletSettingsOptions() {
  return queryOptions({ ...walletsOptions(), staleTime: 0, meta: { inPlace: true } });
}

/** Saves the threshold of a wallet in whole rupiah; 0 turns the alert off. The row shows a refusal. */
export function saveThresholdOptions(id: string) {
  return mutationOptions({
    mutationKey: ['wallets', 'threshold', id],
    mutationFn: (minBalanceAlert: number) => {
      const target = { params: { path: { id } }, body: { minBalanceAlert } };
      return unwrap(api.main.PATCH('/v1/internal/deposits/{id}/min_balance_alert', target));
    },
    meta: { inPlace: true },
    onSuccess: reloads(walletSettingsOptions().queryKey),
  });
}
