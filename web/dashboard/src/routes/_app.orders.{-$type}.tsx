import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

import { startExports, startOrders } from '@/features/orders/order-loader';
import { asksNothing, orderSearchSchema } from '@/features/orders/order-search';
import { lazyTabs, OrdersPage } from '@/features/orders/orders-page';
import { todayOf } from '@/navigation/default-order-range';
import { inTime } from '@shared/app/first-data';
import { userInTime } from '@shared/app/session/route-guards';

const types = new Set(['list', 'export', 'report']);

/** The code of a tab comes beside that of the page. The page says if it could not be loaded. */
const openedTab: Record<string, (() => Promise<unknown>) | undefined> = {
  export: () => import('@/features/orders/export/export-tab'),
  report: () => import('@/features/orders/report/report-tab'),
};

export const Route = createFileRoute('/_app/orders/{-$type}')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: orderSearchSchema,
  beforeLoad: async ({ params, search, context }) => {
    if (params.type !== undefined && !types.has(params.type)) throw notFound();
    void openedTab[params.type ?? '']?.().catch(() => undefined);
    if ((params.type ?? 'list') !== 'list' || !asksNothing(search)) return;
    // The list opens with today. The page does the same once it knows the user.
    const user = await userInTime(context);
    if (!user) return;
    const today = todayOf(user.timeZone);
    const dates = { dateStart: today, dateEnd: today };
    throw redirect({ to: '/orders/{-$type}', params, search: { ...search, ...dates }, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps, preload }) => {
    const tab = params.type ?? 'list';
    const loads: Promise<unknown>[] = [];
    const part = lazyTabs[tab];
    // The page says if its code could not be loaded.
    if (part) loads.push(part.load().catch(() => undefined));
    if (!preload && tab === 'list') loads.push(startOrders(queryClient, deps));
    if (!preload && tab === 'export') loads.push(startExports(queryClient));
    await inTime(Promise.all(loads));
  },
  staticData: { area: 'orders' },
  component: OrdersPage,
});
