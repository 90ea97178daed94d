import { createFileRoute, notFound } from '@tanstack/react-router';

import { OrderPage } from '@/features/order/order-page';

export const Route = createFileRoute('/_app/orders_/$id')({
  beforeLoad: ({ params: { id } }) => {
    if (!/^\d{1,19}$/u.test(id)) throw notFound();
  },
  staticData: { area: 'orders', page: 'order' },
  component: OrderPage,
});
