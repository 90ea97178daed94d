import { createFileRoute } from '@tanstack/react-router';

import { BillPaymentPage } from '@/features/bill-payment/products/bill-page';
import { billSearchSchema } from '@/features/bill-payment/products/bill-search';

export const Route = createFileRoute('/_app/bill-payment')({
  validateSearch: billSearchSchema,
  staticData: { area: 'bill-payment' },
  component: BillPaymentPage,
});
