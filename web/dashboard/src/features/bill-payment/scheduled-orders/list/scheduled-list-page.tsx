import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { useLast } from '@shared/ui/use-last';
import { subPageTexts } from '@/navigation/sub-pages';
import { isRoot, useCurrentUser, useHasPermission } from '@/session/current-user';
import { feature, permission } from '@/session/permissions';
import { WithFeature } from '@/session/with-feature';

import { approvalOptions } from '../approval/approval-queries';
import { type ScheduledOrder, scheduledListOptions } from '../scheduled-order-queries';
import { scheduledTableMinWidth, scheduledColumns } from './scheduled-columns';
import { ScheduledFilters } from './scheduled-filters';
import classes from './scheduled-list.module.css';
import { ScheduledNotice } from './scheduled-notice';
import { ScheduledPhoneRow } from './scheduled-phone-row';
import { listParams, ordersPerPage } from './scheduled-rules';
import type { ScheduledSearch } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';

const route = getRouteApi('/_app/bill-payment_/order-history');

// Loaded after the page, which most visits only look at.
const ApprovalDialog = lazyOverlay(async () => (await import('../approval/approval-dialog')).ApprovalDialog);
const ScheduledDialog = lazyOverlay(async () => (await import('../detail/scheduled-dialog')).ScheduledDialog);

/** The scheduled orders of the client, with their states. */
export function ScheduledListPage() {
  const { title } = useTexts(subPageTexts)['order-history'];
  return (
    <WithFeature name={feature.corporate} title={title} permission={permission.scheduledOrderList}>
      <ScheduledOrders />
    </WithFeature>
  );
}

const idOf = (order: ScheduledOrder) => order.id;
const liveKeys = [['scheduled-orders', 'list']];

/** The least time between two reloads of the list while orders run, in milliseconds. */
const liveGap = 1000;

function ScheduledOrders() {
  const texts = useTexts(scheduledTexts);
  const { title } = useTexts(subPageTexts)['order-history'];
  const zones = useZones();
  const navigate = useNavigate();
  const search = route.useSearch();
  const opened = useLast(search.order);
  const list = useQuery(scheduledListOptions(listParams(search, zones.client)));
  const go = (next: ScheduledSearch) => void navigate({ to: '/bill-payment/order-history', search: next });
  // The dialog asks by itself about what is being sent.
  const open = (order: string | undefined, replace: boolean) =>
    void navigate({
      to: '/bill-payment/order-history',
      search: { ...search, order },
      replace,
      resetScroll: false,
      ignoreBlocker: true,
    });
  const { view } = useList(list, list.data?.data, {
    failed: texts.failed,
    empty: <ScheduledNotice search={search} onSearch={go} />,
  });
  useLiveQueries(['scheduled-orders'], liveKeys, liveGap);
  const rows = view.kind === 'rows' ? view.rows : undefined;
  return (
    <>
      <PageHeader title={title} note={texts.timesIn(zones.label)} actions={<ApprovalButton />} />
      <div className={classes['page']}>
        <ScheduledFilters search={search} onSearch={go} />
        <DataTable
          label={texts.table}
          columns={scheduledColumns}
          view={view}
          rowId={idOf}
          openId={search.order}
          onOpen={({ id }) => open(id, false)}
          minWidth={scheduledTableMinWidth}
          skeletonRows={ordersPerPage}
          rowsOnTablets
          renderPhoneRow={(order) => <ScheduledPhoneRow order={order} />}
          footer={
            <PagePager
              page={search.page}
              pageSize={ordersPerPage}
              view={view}
              total={list.data?.total}
              indicator={texts.perPage(ordersPerPage)}
              onPage={(page) => go({ ...search, page })}
            />
          }
        />
      </div>
      {opened !== undefined && (
        <ScheduledDialog
          key={opened}
          opened={search.order !== undefined}
          id={opened}
          row={rows?.find(({ id }) => id === opened)}
          onOpen={(id) => open(id, false)}
          onClose={() => open(undefined, true)}
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
