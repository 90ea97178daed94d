import { createFileRoute, notFound } from '@tanstack/react-router';

import { orderSearchSchema } from '@/features/orders/order-search';
import { OrdersPage } from '@/features/orders/orders-page';

const types = new Set(['list', 'export', 'report']);

export const Route = createFileRoute('/_app/orders/$type')({
  validateSearch: orderSearchSchema,
  beforeLoad: ({ params }) => {
    if (!types.has(params.type)) throw notFound();
  },
  staticData: { area: 'orders' },
  component: OrdersPage,
});
