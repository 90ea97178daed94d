import { createFileRoute, notFound } from '@tanstack/react-router';

import { orderSearchSchema } from '@/features/orders/order-search';
import { OrdersPage } from '@/features/orders/orders-page';
import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

const types = ['list', 'export', 'report'];

function OrdersTab() {
  const { type } = Route.useParams();
  return type === 'list' ? <OrdersPage /> : <AreaPlaceholder area="orders" />;
}

export const Route = createFileRoute('/_app/orders/$type')({
  validateSearch: orderSearchSchema,
  beforeLoad: ({ params }) => {
    if (!types.includes(params.type)) throw notFound();
  },
  staticData: { area: 'orders' },
  component: OrdersTab,
});
