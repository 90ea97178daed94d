import { createFileRoute } from '@tanstack/react-router';

import { DetailPage } from '@/features/topup/detail/detail-page';

export const Route = createFileRoute('/_app/deposit_/top-up_/bank-transfer_/$trxId')({
  staticData: { area: 'deposit', page: 'transfer-detail' },
  component: DetailPage,
});
