import { createFileRoute } from '@tanstack/react-router';

import { TransferPage } from '@/features/topup/transfer/transfer-page';
import { banksOptions, topupSettingsOptions } from '@/features/topup/topup-queries';
import { walletsOptions } from '@/wallet/wallet-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/deposit_/top-up_/bank-transfer')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) =>
    takeFirstData({
      '/dashboard/v1/deposits/client': () => queryClient.prefetchQuery(walletsOptions()),
      '/v1/banks': () => queryClient.prefetchQuery(banksOptions()),
      '/v1/unique-amount/whitelist': () => queryClient.prefetchQuery(topupSettingsOptions()),
    }),
  staticData: { area: 'deposit', page: 'bank-transfer' },
  component: TransferPage,
});
