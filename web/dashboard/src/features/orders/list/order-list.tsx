import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';

import { useLooks } from '@/session/current-user';
import { lazyPart } from '@shared/state/lazy-part';
import type { DateRangeRule } from '@shared/form/date-range';
import { useTexts } from '@shared/i18n/texts';
import type { ListAddress } from '@shared/list/list-address';
import { CursorPager } from '@shared/table/cursor-pager';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';

import { HoursFrame } from '../hours/hours-frame';
import { orderTableMinWidth, orderColumns } from './order-columns';
import { OrderDrawers } from './order-drawers';
import { OrderFilterForm } from './order-filter-form';
import { type OrderLinks, OrderLinksContext } from './order-links';
import { NoOrdersNotice, PromptNotice } from './order-list-notice';
import { OrderPhoneRow } from './order-phone-row';
import { OrderTotalsStrip } from './order-totals-strip';
import { ScheduledOrderLimit } from './scheduled-order-limit';
import { type Order, orderListOptions } from '../order-queries';
import {
  noFilter,
  asksDaysAlone,
  canLoad,
  holdsSeveralDays,
  hourlyParams,
  listParams,
  nextPage,
  type OrderFilterValues as Filters,
  pageSize,
  previousPage,
  withFilters,
  withoutScheduledOrder,
} from '../order-rules';
import type { OrderSearch } from '../order-search';
import classes from './order-list.module.css';
import { ordersTexts } from '../orders-texts';
import { useLiveOrders } from './use-live-orders';

// Loaded on demand, because the page is usable without its chart.
const OrdersByHour = lazyPart(async () => (await import('../hours/orders-by-hour')).OrdersByHour, <HoursFrame />);

// Loaded on demand, because only new clients see it.
const FirstOrder = lazyPart(
  async () => (await import('./first-order')).FirstOrder,
  <div className={classes['firstOrder']} aria-busy />,
);

interface OrderListProps {
  address: ListAddress<OrderSearch>;
  /** Longest range and last day of the date filter. The last day is today in the client's zone. */
  rule: DateRangeRule;
  withPaymentType: boolean;
  /** The address of a search, for links. */
  hrefOf: (search: OrderSearch) => string;
}

const idOf = (order: Order) => order.orderId;

/** The list tab: filters, chart, sums and orders. Its state lives in the URL and the query cache. */
export function OrderList({ address, rule, withPaymentType, hrefOf }: OrderListProps) {
  const { search, filter, turn, open } = address;
  const texts = useTexts(ordersTexts);
  const part = useRef<HTMLDivElement>(null);
  const loads = canLoad(search, rule);
  const orders = useQuery(orderListOptions(listParams(search), loads));
  const orderRows = loads ? orders.data : undefined;
  // If days are empty, find out whether the client has any order at all. A search without a hit asks nothing more.
  const any = useQuery(orderListOptions(noFilter, orderRows?.length === 0 && asksDaysAlone(search)));
  const neverOrdered = orderRows?.length === 0 && any.data?.length === 0;
  const { view, reload } = useList(orders, orderRows?.length === 0 && any.isLoading ? undefined : orderRows, {
    failed: texts.failed,
    instead: loads ? undefined : <PromptNotice address={address} rule={rule} />,
    empty: neverOrdered ? <FirstOrder /> : <NoOrdersNotice address={address} rule={rule} />,
  });
  useLiveOrders();
  const rows = view.kind === 'rows' ? view.rows : [];
  const severalDays = holdsSeveralDays(search);

  function show(filters: Filters) {
    const next = withFilters(search, filters);
    filter(next);
    // Show Data with unchanged filters reloads the list.
    if (JSON.stringify(listParams(next)) === JSON.stringify(listParams(search))) reload();
  }

  const looks = useLooks();
  // Stable while the URL is the same, because new links render all rows again.
  const links = useMemo<OrderLinks>(
    () => ({
      hrefOf: (orderId) => hrefOf({ ...search, order: orderId }),
      onOpen: (orderId) => open({ ...search, order: orderId }),
      onReceipt: looks ? undefined : (orderId) => open({ ...search, receipt: orderId }),
    }),
    [search, hrefOf, open, looks],
  );

  return (
    <div className={classes['list']} ref={part} tabIndex={-1}>
      {search.scheduledOrderId !== undefined && (
        <ScheduledOrderLimit
          id={search.scheduledOrderId}
          onTakeAway={() => {
            filter(withoutScheduledOrder(search, rule));
            // The pressed button is removed.
            part.current?.focus();
          }}
        />
      )}
      <OrderFilterForm search={search} rule={rule} withPaymentType={withPaymentType} onShow={show} onSearch={filter} />
      {loads && !neverOrdered && hourlyParams(search) && <OrdersByHour search={search} onSearch={filter} />}
      {view.kind !== 'notice' && <OrderTotalsStrip search={search} />}
      <OrderLinksContext value={links}>
        <DataTable
          label={texts.table}
          columns={orderColumns}
          view={view}
          rowId={idOf}
          onOpen={({ orderId }) => links.onOpen(orderId)}
          openId={search.order}
          skeletonRows={pageSize}
          minWidth={orderTableMinWidth}
          renderPhoneRow={(order) => <OrderPhoneRow order={order} withDate={severalDays} onOpen={links.onOpen} />}
          footer={
            view.kind !== 'notice' && (
              <CursorPager
                page={search.page ?? 1}
                pageSize={pageSize}
                view={view}
                next={(list) => nextPage(search, list)}
                previous={(list) => previousPage(search, list)}
                onSearch={turn}
              />
            )
          }
        />
      </OrderLinksContext>
      <OrderDrawers address={address} rows={rows} settled={view.kind === 'rows' && !view.waiting} />
    </div>
  );
}
