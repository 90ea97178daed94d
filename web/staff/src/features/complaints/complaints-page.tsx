import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';

import lists from '@/lists/lists.module.css';
import { complaintsKey, complaintsOptions, type ComplaintState } from '@/orders/complaint-queries';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { EmptyNotice } from '@shared/state/empty-notice';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';
import { Note } from '@shared/ui/note';

import { complaintColumns, type ComplaintRow } from './complaint-columns';
import { complaintsTexts } from './complaints-texts';
import { SupplierFigures } from './supplier-figures';

const route = getRouteApi('/_app/complaints');
const liveKeys = [complaintsKey];

/** What clients complain of, and the figures by supplier. */
export function ComplaintsPage() {
  const texts = useTexts(complaintsTexts);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.orderSettle }}
      tabs={<Tabs />}
    >
      <div className={lists['compact']}>
        <Tab />
      </div>
    </Page>
  );
}

function Tabs() {
  const texts = useTexts(complaintsTexts);
  return (
    <PageTabs label={texts.title}>
      {([undefined, 'closed', 'suppliers'] as const).map((tab) => (
        <PageTab
          key={tab ?? ''}
          to="/complaints"
          search={{ tab }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {texts.tabs[tab ?? 'open']}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Tab() {
  const { tab } = route.useSearch();
  useLiveQueries(['staff'], liveKeys);
  if (tab === 'suppliers') return <SupplierFigures />;
  return <List key={tab} state={tab ?? 'open'} />;
}

function List({ state }: { state: ComplaintState }) {
  const texts = useTexts(complaintsTexts);
  const load = useQuery(complaintsOptions(state));
  const { data, dataUpdatedAt: now } = load;
  const rows = useMemo(() => data?.data.map((complaint) => ({ ...complaint, now })), [data, now]);
  const { view } = useList(load, rows, {
    failed: texts.failed,
    empty: (
      <EmptyNotice icon={IconMessageReport} title={texts.none[state].title}>
        {texts.none[state].text}
      </EmptyNotice>
    ),
  });
  return (
    <>
      {data?.more === true && <Note>{texts.more}</Note>}
      <DataTable
        label={texts.table[state]}
        columns={complaintColumns}
        view={view}
        rowId={rowId}
        lines={2}
        minWidth={60}
        skeletonRows={5}
      />
    </>
  );
}

const rowId = ({ orderId, number }: ComplaintRow) => `${orderId} ${number}`;
