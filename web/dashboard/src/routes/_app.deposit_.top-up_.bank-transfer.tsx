import { createFileRoute } from '@tanstack/react-router';

import { TransferPage } from '@/features/topup/transfer/transfer-page';

export const Route = createFileRoute('/_app/deposit_/top-up_/bank-transfer')({
  staticData: { area: 'deposit', page: 'bank-transfer' },
  component: TransferPage,
});
