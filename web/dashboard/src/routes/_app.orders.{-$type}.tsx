import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

import { startOrders } from '@/features/orders/order-loader';
import { asksNothing, orderSearchSchema } from '@/features/orders/order-search';
import { OrdersPage } from '@/features/orders/orders-page';
import { todayOf } from '@/navigation/default-order-range';
import { userInTime } from '@shared/app/session/route-guards';

const types = new Set(['list', 'export', 'report']);

export const Route = createFileRoute('/_app/orders/{-$type}')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: orderSearchSchema,
  beforeLoad: async ({ params, search, context }) => {
    if (params.type !== undefined && !types.has(params.type)) throw notFound();
    if ((params.type ?? 'list') !== 'list' || !asksNothing(search)) return;
    // The list opens with today. The page does the same once it knows the user.
    const user = await userInTime(context);
    if (!user) return;
    const today = todayOf(user.timeZone);
    const dates = { dateStart: today, dateEnd: today };
    throw redirect({ to: '/orders/{-$type}', params, search: { ...search, ...dates }, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps, preload }) => {
    if (!preload && (params.type ?? 'list') === 'list') startOrders(queryClient, deps);
  },
  staticData: { area: 'orders' },
  component: OrdersPage,
});
