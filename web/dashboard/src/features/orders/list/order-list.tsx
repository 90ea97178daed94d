import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';

import type { DateRangeRule } from '@shared/form/date-range';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { useLiveState } from '@shared/live/live';
import { DataTable, type ListView } from '@shared/table/data-table';
import { loadAgain } from '@shared/table/load-again';
import { LoadFailed } from '@shared/table/load-failed';
import { Pager } from '@shared/table/pager';
import { useFailure } from '@shared/table/use-failure';

import { HoursFrame } from '../hours/hours-frame';
import { leastWidth, orderColumns } from './order-columns';
import { OrderDrawers } from './order-drawers';
import { OrderFilters } from './order-filters';
import { type OrderLinks, OrderLinksContext } from './order-links';
import { EmptyNotice, PromptNotice } from './order-list-notice';
import { OrderPhoneRow } from './order-phone-row';
import { type Order, orderListOptions } from '../order-queries';
import {
  canLoad,
  hourlyParams,
  listParams,
  nextPage,
  type OrderFilters as Filters,
  pageSize,
  previousPage,
  withFilters,
} from '../order-rules';
import type { OrderSearch } from '../order-search';
import classes from './order-list.module.css';
import { ordersTexts } from '../orders-texts';
import { useLiveOrders } from './use-live-orders';

// The page is usable before its chart is.
const OrdersByHour = lazy(async () => ({ default: (await import('../hours/orders-by-hour')).OrdersByHour }));

/** While the event stream is down the list asks by itself. */
const pollingInterval = 5000;

export interface OrderListProps {
  /** What the URL says. */
  search: OrderSearch;
  /** Writes the URL; an order that opens or closes leaves the page where it is scrolled to. */
  onSearch: (next: OrderSearch, options?: { replace?: boolean; resetScroll?: boolean }) => void;
  /** Span and last day of the date filter; the last day is today in the client's zone. */
  rule: DateRangeRule;
  withPaymentType: boolean;
  /** The address of a search, for links that a new tab can follow. */
  hrefOf: (search: OrderSearch) => string;
}

const idOf = (order: Order) => order.orderId;

/** The list tab: filters and the orders they name. It keeps nothing that the URL or the query cache keeps. */
export function OrderList({ search, onSearch, rule, withPaymentType, hrefOf }: OrderListProps) {
  const texts = useTexts(ordersTexts);
  const today = useToday(useZones().shown);
  const loads = canLoad(search, rule);
  const refetchInterval = useLiveState() === 'polling' && pollingInterval;
  const orders = useQuery({
    ...orderListOptions(listParams(search), loads),
    refetchInterval: loads && refetchInterval,
  });
  const failure = useFailure(orders);
  useLiveOrders();
  const [asked, setAsked] = useState(false);
  const waiting = orders.isPlaceholderData || (asked && orders.isFetching);
  const view = listView();
  const rows = view.kind === 'rows' ? view.rows : [];

  function listView(): ListView<Order> {
    if (!loads) return notice(<PromptNotice search={search} rule={rule} onSearch={onSearch} />);
    if (failure !== null) return notice(failed());
    if (orders.data === undefined) return { kind: 'loading' };
    if (orders.data.length > 0) return { kind: 'rows', rows: orders.data, waiting };
    if (waiting) return { kind: 'loading' };
    return notice(<EmptyNotice search={search} rule={rule} onSearch={onSearch} />);
  }

  function failed() {
    return (
      <LoadFailed
        title={texts.failed}
        error={failure}
        retrying={orders.isFetching}
        onRetry={() => void orders.refetch()}
      />
    );
  }

  async function show(filters: Filters) {
    const next = withFilters(search, filters);
    onSearch(next);
    // The same filters again mean: look again.
    if (JSON.stringify(listParams(next)) !== JSON.stringify(listParams(search))) return;
    setAsked(true);
    await loadAgain(orders);
    setAsked(false);
  }

  // The same links as long as the URL is the same: rows are drawn again by new ones.
  const links = useMemo<OrderLinks>(
    () => ({
      hrefOf: (orderId) => hrefOf({ ...search, order: orderId }),
      onOpen: (orderId) => onSearch({ ...search, order: orderId }, { resetScroll: false }),
      onReceipt: (orderId) => onSearch({ ...search, receipt: orderId }, { resetScroll: false }),
    }),
    [search, hrefOf, onSearch],
  );

  return (
    <div className={classes['list']}>
      <OrderFilters
        search={search}
        rule={rule}
        withPaymentType={withPaymentType}
        onShow={(filters) => void show(filters)}
        onSearch={onSearch}
      />
      {loads && hourlyParams(search) && (
        <Suspense fallback={<HoursFrame />}>
          <OrdersByHour search={search} refetchInterval={refetchInterval} onSearch={onSearch} />
        </Suspense>
      )}
      <OrderLinksContext value={links}>
        <DataTable
          label={texts.table}
          columns={orderColumns}
          view={view}
          rowId={idOf}
          onOpen={({ orderId }) => links.onOpen(orderId)}
          openId={search.order}
          skeletonRows={pageSize}
          minWidth={leastWidth}
          renderPhoneRow={(order) => <OrderPhoneRow order={order} today={today} onOpen={links.onOpen} />}
          footer={view.kind !== 'notice' && <OrderPager search={search} view={view} onSearch={onSearch} />}
        />
      </OrderLinksContext>
      <OrderDrawers
        search={search}
        rows={rows}
        settled={view.kind === 'rows' && !waiting}
        refetchInterval={refetchInterval}
        onSearch={onSearch}
      />
    </div>
  );
}

interface OrderPagerProps {
  search: OrderSearch;
  view: ListView<Order>;
  onSearch: (next: OrderSearch) => void;
}

function OrderPager({ search, view, onSearch }: OrderPagerProps) {
  // Cursors come from rows, so both arrows wait until the rows of this page are there.
  const rows = view.kind === 'rows' && !view.waiting ? view.rows : undefined;
  const next = rows ? nextPage(search, rows) : null;
  const previous = rows ? previousPage(search, rows) : null;
  return (
    <Pager
      page={search.page ?? 1}
      pageSize={pageSize}
      rowCount={rows?.length}
      onPrevious={previous && (() => onSearch(previous))}
      onNext={next && (() => onSearch(next))}
    />
  );
}

function notice(content: ReactNode): ListView<Order> {
  return { kind: 'notice', notice: content };
}
