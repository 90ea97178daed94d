import { createFileRoute } from '@tanstack/react-router';

import { depositSearchSchema } from '@/features/deposit/deposit-search';
import { DepositPage } from '@/features/deposit/deposit-page';

export const Route = createFileRoute('/_app/deposit')({
  validateSearch: depositSearchSchema,
  staticData: { area: 'deposit' },
  component: DepositPage,
});
