import { createFileRoute } from '@tanstack/react-router';

import { PaymentPage } from '@/features/connect/payment/payment-page';
import { shopConfigOptions } from '@/features/connect/connect-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/connect_/settings/payment-integration')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/webapp/config': () => queryClient.prefetchQuery(shopConfigOptions()) }),
  staticData: { area: 'connect', page: 'payment-integration' },
  component: PaymentPage,
});
