import { Button } from '@mantine/core';
import { IconCalendarOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { FlowPlaceholder } from '@shared/charts/flow-placeholder';
import { lazyOverlay, lazyPart } from '@shared/state/lazy-part';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { EmptyNotice } from '@shared/state/empty-notice';
import { PagePager } from '@shared/table/page-pager';
import { StatusPill } from '@shared/ui/status-pill';
import { useList } from '@shared/table/use-list';
import { Note } from '@shared/ui/note';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import type { Settlement } from '@/settlement/own-settlement-query';

import { LimitCard } from './limit/limit-card';
import { periodTableMinWidth, periodColumns } from './periods/period-columns';
import { PeriodPhoneRow } from './periods/period-phone-row';
import { type Period, periodsOptions } from './settlement-queries';
import { periodsPerPage } from './settlement-rules';
import type { SettlementSearch } from './settlement-search';
import { settlementTexts } from './settlement-texts';
import classes from './settlement.module.css';
import { WithSettlement } from './with-settlement';

const route = getRouteApi('/_app/settlement');

// Loaded on demand, because most visits do not open it.
const UseCard = lazyPart(async () => (await import('./use/use-card')).UseCard, <FlowPlaceholder balances />);
const RaiseDialog = lazyOverlay(async () => (await import('./limit/raise-dialog')).RaiseDialog);

/** The client's limit, what is used of it, and its periods with their invoices. */
export function SettlementPage() {
  return <WithSettlement>{(settlement) => <SettlementDetail settlement={settlement} />}</WithSettlement>;
}

const idOf = (period: Period) => period.id;
const skeletonRows = 5;

function SettlementDetail({ settlement }: { settlement: Settlement }) {
  const texts = useTexts(settlementTexts);
  const zones = useZones();
  const navigate = useNavigate();
  const search = route.useSearch();
  const page = search.page ?? 1;
  const periods = useQuery(periodsOptions(settlement.id, page));
  const newest = useQuery(periodsOptions(settlement.id, 1));
  const go = (next: SettlementSearch) => void navigate({ to: '/settlement', search: next });
  const { view } = useList(periods, periods.data?.data, {
    failed: texts.periodsFailed,
    empty: (
      <EmptyNotice icon={IconCalendarOff} title={texts.none.title} page={search.page} onBack={() => go({})}>
        {texts.none.body}
      </EmptyNotice>
    ),
  });
  const rows = view.kind === 'rows' ? view.rows : undefined;
  const full = rows?.length === periodsPerPage;
  return (
    <>
      <PageHeader
        title={texts.title}
        tag={
          <StatusPill tone={settlement.is_active ? 'done' : 'cancelled'}>
            {texts.active[settlement.is_active ? 'true' : 'false']}
          </StatusPill>
        }
        note={texts.timesIn(zones.clientLabel)}
        actions={<TopUpLimit settlement={settlement} />}
      />
      <div className={classes['page']}>
        {settlement.is_overdue && <Note tone="warning">{texts.overdue}</Note>}
        <LimitCard
          settlement={settlement}
          open={newest.data?.data.find(({ closed }) => !closed)}
          waiting={newest.isPending}
        />
        <UseCard settlementId={settlement.id} />
        <DataTable
          label={texts.table}
          columns={periodColumns}
          view={view}
          rowId={idOf}
          skeletonRows={skeletonRows}
          lines={1}
          minWidth={periodTableMinWidth}
          renderPhoneRow={(period) => <PeriodPhoneRow period={period} />}
          footer={
            (page > 1 || full) && (
              <PagePager
                page={search.page}
                pageSize={periodsPerPage}
                view={view}
                onPage={(next) => go({ page: next })}
              />
            )
          }
        />
      </div>
    </>
  );
}

/** The button that raises the limit, for clients that may. */
function TopUpLimit({ settlement }: { settlement: Settlement }) {
  const texts = useTexts(settlementTexts);
  const [opened, setOpened] = useState<boolean>();
  const allowed = useHasPermission(permission.settlementRaise);
  return (
    <>
      <Button
        disabled={!settlement.able_topup || !allowed}
        title={settlement.able_topup && !allowed ? texts.raise.notAllowed : undefined}
        leftSection={<IconPlus aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.topUp}
      </Button>
      {opened !== undefined && <RaiseDialog opened={opened} settlement={settlement} onClose={() => setOpened(false)} />}
    </>
  );
}
