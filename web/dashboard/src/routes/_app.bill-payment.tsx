import { createFileRoute } from '@tanstack/react-router';

import { BillPaymentPage } from '@/features/bill-payment/products/bill-page';
import { billSearchSchema } from '@/features/bill-payment/products/bill-search';
import { billProductsOptions, operatorsOptions } from '@/features/bill-payment/order-form/order-queries';
import { walletsOptions } from '@/wallet/wallet-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/bill-payment')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: billSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({
      '/dashboard/v1/products/client': () => queryClient.prefetchQuery(billProductsOptions(billSearchSchema.parse({}))),
      '/dashboard/v1/deposits/client': () => queryClient.prefetchQuery(walletsOptions()),
      '/v1/operator': () => queryClient.prefetchQuery(operatorsOptions()),
    }),
  staticData: { area: 'bill-payment' },
  component: BillPaymentPage,
});
