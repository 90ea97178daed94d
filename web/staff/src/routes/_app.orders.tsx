import { createFileRoute } from '@tanstack/react-router';

import { orderSearchSchema } from '@/features/orders/order-search';
import { OrdersPage } from '@/features/orders/orders-page';

export const Route = createFileRoute('/_app/orders')({
  validateSearch: orderSearchSchema,
  staticData: { area: 'orders' },
  component: OrdersPage,
});
