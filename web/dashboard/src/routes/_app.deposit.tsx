import { createFileRoute } from '@tanstack/react-router';

import { depositSearchSchema } from '@/features/deposit/deposit-search';
import { DepositPage } from '@/features/deposit/deposit-page';
import { takeDeposit } from '@/features/deposit/deposit-loader';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/deposit')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: depositSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/dashboard/v1/deposits/client': () => takeDeposit(queryClient) }),
  staticData: { area: 'deposit' },
  component: DepositPage,
});
