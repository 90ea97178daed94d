import { createFileRoute } from '@tanstack/react-router';

import { virtualAccountSearchSchema } from '@/features/topup/virtual-account/virtual-account-search';
import { VirtualAccountPage } from '@/features/topup/virtual-account/virtual-account-page';

export const Route = createFileRoute('/_app/deposit_/top-up_/virtual-account')({
  validateSearch: virtualAccountSearchSchema,
  staticData: { area: 'deposit', page: 'virtual-account' },
  component: VirtualAccountPage,
});
