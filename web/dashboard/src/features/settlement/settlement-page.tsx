import { Button } from '@mantine/core';
import { IconCalendarOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { FlowPlaceholder } from '@shared/charts/flow-placeholder';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { lazyPart } from '@shared/state/lazy-part';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { Page } from '@shared/app/page';
import { PagePager } from '@shared/table/page-pager';
import { StatusPill } from '@shared/ui/status-pill';
import { Note } from '@shared/ui/note';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import type { Settlement } from '@/settlement/own-settlement-query';

import { LimitCard } from './limit/limit-card';
import { periodColumns } from './periods/period-columns';
import { PeriodPhoneRow } from './periods/period-phone-row';
import { periodTexts } from './periods/period-texts';
import { type Period, periodsOptions } from './settlement-queries';
import { periodsPerPage } from './settlement-rules';
import type { SettlementSearch } from './settlement-search';
import { settlementTexts } from './settlement-texts';
import { WithSettlement } from './with-settlement';

const route = getRouteApi('/_app/settlement');

const UseCard = lazyPart(async () => (await import('./use/use-card')).UseCard, <FlowPlaceholder balances />);
const RaiseDialog = lazyDialog(async () => (await import('./limit/raise-dialog')).RaiseDialog);

const periodList: ListDeclaration<Period, SettlementSearch> = {
  texts: periodTexts,
  icon: IconCalendarOff,
  columns: periodColumns,
  rowId: ({ id }) => id,
  renderPhoneRow: (period) => <PeriodPhoneRow period={period} />,
  lines: 1,
  minWidth: 60,
  pageSize: periodsPerPage,
  skeletonRows: 5,
};

/** The client's limit, what is used of it, and its periods with their invoices. */
export function SettlementPage() {
  return <WithSettlement>{(settlement) => <SettlementDetail settlement={settlement} />}</WithSettlement>;
}

function SettlementDetail({ settlement }: { settlement: Settlement }) {
  const texts = useTexts(settlementTexts);
  const zones = useZones();
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const periods = useQuery(periodsOptions(settlement.id, search.page ?? 1));
  const newest = useQuery(periodsOptions(settlement.id, 1));
  return (
    <Page
      title={texts.title}
      tag={
        <StatusPill tone={settlement.is_active ? 'done' : 'cancelled'}>
          {texts.active[settlement.is_active ? 'true' : 'false']}
        </StatusPill>
      }
      note={texts.timesIn(zones.clientLabel)}
      actions={<TopUpLimit settlement={settlement} />}
    >
      <ListPage
        list={periodList}
        address={address}
        query={periods}
        rows={periods.data?.data}
        renderPager={(view) =>
          // Most clients have one page.
          ((search.page ?? 1) > 1 || (view.kind === 'rows' && view.rows.length === periodsPerPage)) && (
            <PagePager
              page={search.page}
              pageSize={periodsPerPage}
              view={view}
              onPage={(page) => address.turn({ page })}
            />
          )
        }
      >
        {settlement.is_overdue && <Note tone="warning">{texts.overdue}</Note>}
        <LimitCard
          settlement={settlement}
          open={newest.data?.data.find(({ closed }) => !closed)}
          waiting={newest.isPending}
        />
        <UseCard settlementId={settlement.id} />
      </ListPage>
    </Page>
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
