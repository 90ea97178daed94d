import { Button } from '@mantine/core';
import { IconCalendarOff, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { useLast } from '@shared/ui/use-last';
import { subPageTexts } from '@/navigation/sub-pages';
import { isRoot, useCurrentUser, useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { inSandbox } from '@/session/sandbox';
import { Page } from '@shared/app/page';

import { approvalOptions } from '../approval/approval-queries';
import { type ScheduledOrder, scheduledListOptions } from '../scheduled-order-queries';
import { scheduledColumns } from './scheduled-columns';
import { ScheduledFilters } from './scheduled-filters';
import { ScheduledNotice } from './scheduled-notice';
import { ScheduledPhoneRow } from './scheduled-phone-row';
import { listParams, ordersPerPage } from './scheduled-rules';
import type { ScheduledSearch } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';

const route = getRouteApi('/_app/bill-payment_/order-history');

const ApprovalDialog = lazyDialog(async () => (await import('../approval/approval-dialog')).ApprovalDialog);
const ScheduledDialog = lazyDialog(async () => (await import('../detail/scheduled-dialog')).ScheduledDialog);

const scheduledList: ListDeclaration<ScheduledOrder, ScheduledSearch> = {
  texts: scheduledTexts,
  icon: IconCalendarOff,
  columns: scheduledColumns,
  rowId: ({ id }) => id,
  renderPhoneRow: (order) => <ScheduledPhoneRow order={order} />,
  rowsOnTablets: true,
  minWidth: 55.5,
  pageSize: ordersPerPage,
};

/** The scheduled orders of the client, with their states. */
export function ScheduledListPage() {
  const { title } = useTexts(subPageTexts)['order-history'];
  const { timesIn } = useTexts(scheduledTexts);
  return (
    <Page
      title={title}
      needs={{ feature: feature.corporate, permission: permission.scheduledOrderList }}
      note={timesIn(useZones().label)}
      actions={inSandbox() ? undefined : <ApprovalButton />}
    >
      <ScheduledOrders />
    </Page>
  );
}

const liveKeys = [['scheduled-orders', 'list']];

/** The least time between two reloads of the list while orders run, in milliseconds. */
const liveGap = 1000;

function ScheduledOrders() {
  const zones = useZones();
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const opened = useLast(search.order);
  const list = useQuery(scheduledListOptions(listParams(search, zones.client)));
  useLiveQueries(['scheduled-orders'], liveKeys, liveGap);
  const open = (order: string) => address.open({ ...search, order });
  return (
    <>
      <ListPage
        list={scheduledList}
        address={address}
        query={list}
        rows={list.data?.data}
        total={list.data?.total}
        openId={search.order}
        onOpen={({ id }) => open(id)}
        filters={<ScheduledFilters search={search} onSearch={address.filter} />}
        empty={<ScheduledNotice address={address} />}
      />
      {opened !== undefined && (
        <ScheduledDialog
          key={opened}
          opened={search.order !== undefined}
          id={opened}
          row={list.data?.data.find(({ id }) => id === opened)}
          onOpen={open}
          onClose={() => address.replace({ ...search, order: undefined })}
        />
      )}
    </>
  );
}

/**
 * Opens the setting of the approval, for root users. Others see it while a change of it waits for their decision.
 */
function ApprovalButton() {
  const texts = useTexts(scheduledTexts);
  const user = useCurrentUser();
  const mayCreateUsers = useHasPermission(permission.profileCreateUser);
  const mayDecide = useHasPermission(permission.scheduledOrderCreate);
  const [opened, setOpened] = useState<boolean>();
  const maySet = isRoot(user) && mayCreateUsers;
  const { data } = useQuery({ ...approvalOptions(), enabled: maySet || mayDecide });
  const pending = data?.pending ?? undefined;
  const waitsForUser = mayDecide && pending?.own === false;
  if (!maySet && !waitsForUser && opened === undefined) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconUserCheck aria-hidden />} onClick={() => setOpened(true)}>
        {pending ? texts.approvalWaits : texts.approval}
      </Button>
      {opened !== undefined && (
        <ApprovalDialog opened={opened} maySet={maySet} mayDecide={mayDecide} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
