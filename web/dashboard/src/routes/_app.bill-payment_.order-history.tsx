import { createFileRoute } from '@tanstack/react-router';

import { ScheduledListPage } from '@/features/bill-payment/scheduled-orders/list/scheduled-list-page';
import { scheduledSearchSchema } from '@/features/bill-payment/scheduled-orders/list/scheduled-search';
import { scheduledListOptions } from '@/features/bill-payment/scheduled-orders/scheduled-order-queries';
import { listParams } from '@/features/bill-payment/scheduled-orders/list/scheduled-rules';
import { defaultZone } from '@shared/format/local-time';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/bill-payment_/order-history')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: scheduledSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({
      '/v1/scheduled-orders': () => queryClient.prefetchQuery(scheduledListOptions(listParams({}, defaultZone))),
    }),
  staticData: { area: 'bill-payment', page: 'order-history' },
  component: ScheduledListPage,
});
