import { createFileRoute } from '@tanstack/react-router';

import { MethodPage } from '@/features/topup/method/method-page';

export const Route = createFileRoute('/_app/deposit_/top-up')({
  staticData: { area: 'deposit', page: 'top-up' },
  component: MethodPage,
});
