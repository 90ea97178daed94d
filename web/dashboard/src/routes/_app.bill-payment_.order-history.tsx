import { createFileRoute } from '@tanstack/react-router';

import { ScheduledListPage } from '@/features/bill-payment/scheduled-orders/list/scheduled-list-page';
import { scheduledSearchSchema } from '@/features/bill-payment/scheduled-orders/list/scheduled-search';

export const Route = createFileRoute('/_app/bill-payment_/order-history')({
  validateSearch: scheduledSearchSchema,
  staticData: { area: 'bill-payment', page: 'order-history' },
  component: ScheduledListPage,
});
