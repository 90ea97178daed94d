import { createFileRoute } from '@tanstack/react-router';

import { PaymentPage } from '@/features/connect/payment/payment-page';

export const Route = createFileRoute('/_app/connect_/settings/payment-integration')({
  staticData: { area: 'connect', page: 'payment-integration' },
  component: PaymentPage,
});
