import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ApiProblem } from '@/shared/api/problem';
import { noticeFor } from '@/shared/errors/catalogue';
import type { DateRangeRule } from '@/shared/form/date-range';
import { useZones } from '@/shared/format/display-zone';
import { useToday } from '@/shared/format/use-today';
import { useTexts } from '@/shared/i18n/texts';
import { useLiveState } from '@/shared/live/live';
import { DataTable, type ListView } from '@/shared/table/data-table';
import { FailedNotice } from '@/shared/table/list-notice';
import { Pager } from '@/shared/table/pager';

import { orderColumns } from './order-columns';
import { OrderFilters } from './order-filters';
import { EmptyNotice, PromptNotice } from './order-list-notice';
import { OrderPhoneRow } from './order-phone-row';
import { type Order, orderListOptions } from './order-queries';
import {
  canLoad,
  listParams,
  nextPage,
  type OrderFilters as Filters,
  pageSize,
  previousPage,
  withFilters,
} from './order-rules';
import type { OrderSearch } from './order-search';
import { OrderSheet } from './order-sheet';
import classes from './orders.module.css';
import { ordersTexts } from './orders-texts';
import { useLiveOrders } from './use-live-orders';

/** While the event stream is down the list asks by itself. */
const pollingInterval = 5000;

interface OrderListProps {
  /** What the URL says. */
  search: OrderSearch;
  /** Writes the URL; an order that opens or closes leaves the page where it is scrolled to. */
  onSearch: (next: OrderSearch, options?: { replace?: boolean; resetScroll?: boolean }) => void;
  /** Span and last day of the date filter; the last day is today in the client's zone. */
  rule: DateRangeRule;
  withPaymentType: boolean;
}

const idOf = (order: Order) => order.orderId;

/** The list tab: filters and the orders they name. It keeps nothing that the URL or the query cache keeps. */
export function OrderList({ search, onSearch, rule, withPaymentType }: OrderListProps) {
  const texts = useTexts(ordersTexts);
  const today = useToday(useZones().shown);
  const loads = canLoad(search, rule);
  const polling = useLiveState() === 'polling';
  const orders = useQuery({
    ...orderListOptions(listParams(search), loads),
    refetchInterval: polling && loads ? pollingInterval : false,
  });
  useLiveOrders();
  const [asked, setAsked] = useState(false);
  const waiting = orders.isPlaceholderData || (asked && orders.isFetching);
  const view = listView();
  const rows = view.kind === 'rows' ? view.rows : [];

  function listView(): ListView<Order> {
    if (!loads) return notice(<PromptNotice search={search} rule={rule} onSearch={onSearch} />);
    if (orders.isError && orders.data === undefined) return notice(failed());
    if (orders.data === undefined) return { kind: 'loading' };
    if (orders.data.length > 0) return { kind: 'rows', rows: orders.data, waiting };
    if (waiting) return { kind: 'loading' };
    return notice(<EmptyNotice search={search} rule={rule} onSearch={onSearch} />);
  }

  function failed() {
    const { title, text } = noticeFor(orders.error);
    return (
      <FailedNotice
        title={texts.failed}
        text={text ?? title}
        requestId={orders.error instanceof ApiProblem ? orders.error.requestId : ''}
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
    await orders.refetch();
    setAsked(false);
  }

  function open({ orderId }: Order) {
    onSearch({ ...search, order: orderId }, { resetScroll: false });
  }

  return (
    <div className={classes['list']}>
      <OrderFilters
        search={search}
        rule={rule}
        withPaymentType={withPaymentType}
        onShow={(filters) => void show(filters)}
        onSearch={onSearch}
      />
      <DataTable
        label={texts.table}
        columns={orderColumns}
        view={view}
        rowId={idOf}
        skeletonRows={pageSize}
        renderPhoneRow={(order) => <OrderPhoneRow order={order} today={today} onOpen={open} />}
        footer={view.kind !== 'notice' && <OrderPager search={search} view={view} onSearch={onSearch} />}
      />
      <OrderSheet
        order={rows.find((order) => order.orderId === search.order)}
        onClose={() => onSearch({ ...search, order: undefined }, { replace: true, resetScroll: false })}
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
