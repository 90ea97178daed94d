import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { exportOptions, orderListKey, orderListOptions, type StaffOrder } from '@/orders/order-queries';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { notifySuccess } from '@shared/notify/notify';
import { CursorPager } from '@shared/table/cursor-pager';
import { ProgressButton } from '@shared/ui/progress-button';

import { orderColumns } from './order-columns';
import { OrderFilters } from './order-filters';
import {
  cursorOf,
  filtersOf,
  narrowing,
  type OrderSearch,
  ordersPerPage,
  pageAfter,
  pageBefore,
  pageOf,
} from './order-search';
import { ordersTexts } from './orders-texts';
import { SavedViews } from './views/saved-views';

const route = getRouteApi('/_app/orders');

const orderList: ListDeclaration<StaffOrder, OrderSearch> = {
  texts: ordersTexts,
  icon: IconListDetails,
  columns: orderColumns,
  rowId: ({ orderId }) => orderId,
  lines: 2,
  minWidth: 66,
  pageSize: ordersPerPage,
  narrowedBy: narrowing,
};

/** The orders of all clients, with filters and a file of what they leave. */
export function OrdersPage() {
  const texts = useTexts(ordersTexts);
  const { label } = useZones();
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(label)}
      needs={{ permission: permission.orderDetail }}
      actions={<FileButton search={route.useSearch()} />}
    >
      <Orders />
    </Page>
  );
}

/** The least time between two looks at the list while orders change, in milliseconds. */
const pause = 5000;
const liveKeys = [orderListKey];

function Orders() {
  useLiveQueries(['orders', 'staff'], liveKeys, pause);
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const { shown } = useZones();
  const today = useToday(shown);
  const cursor = cursorOf(search);
  const list = useQuery(orderListOptions({ ...filtersOf(search), ...(cursor !== undefined && { cursor }) }));
  return (
    <ListPage
      list={orderList}
      address={address}
      query={list}
      rows={list.data?.data}
      filters={
        <OrderFilters
          key={JSON.stringify(filtersOf(search))}
          search={search}
          reasons={list.data?.reasons ?? []}
          today={today}
          onSearch={address.filter}
        />
      }
      renderPager={(view) => (
        <CursorPager
          page={pageOf(search)}
          pageSize={ordersPerPage}
          view={view}
          next={() => pageAfter(search, list.data?.cursor ?? '')}
          previous={() => pageBefore(search)}
          onSearch={address.turn}
        />
      )}
    >
      <SavedViews search={search} />
    </ListPage>
  );
}

function FileButton({ search }: { search: OrderSearch }) {
  const texts = useTexts(ordersTexts);
  const { mutate, isPending } = useMutation({
    ...exportOptions(filtersOf(search)),
    onSuccess: () => notifySuccess(texts.saved),
  });
  return (
    <ProgressButton
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      sending={isPending}
      sendingLabel={texts.preparing}
      onPress={() => mutate()}
    >
      {texts.file}
    </ProgressButton>
  );
}
