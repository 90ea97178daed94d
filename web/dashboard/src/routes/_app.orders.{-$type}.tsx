import { createFileRoute, notFound } from '@tanstack/react-router';

import { startOrders } from '@/features/orders/order-loader';
import { orderSearchSchema } from '@/features/orders/order-search';
import { OrdersPage } from '@/features/orders/orders-page';

const types = new Set(['list', 'export', 'report']);

export const Route = createFileRoute('/_app/orders/{-$type}')({
  validateSearch: orderSearchSchema,
  beforeLoad: ({ params: { type } }) => {
    if (type !== undefined && !types.has(type)) throw notFound();
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps, preload }) => {
    if (!preload && (params.type ?? 'list') === 'list') startOrders(queryClient, deps);
  },
  staticData: { area: 'orders' },
  component: OrdersPage,
});
