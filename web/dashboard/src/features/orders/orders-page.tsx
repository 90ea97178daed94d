import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

import { lazyPart, PartPending } from '@shared/state/lazy-part';
import { runtimeConfig } from '@shared/config/runtime-config';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { Page } from '@shared/app/page';
import { useListAddress } from '@shared/list/list-address';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { currentUserOptions } from '@/session/current-user';
import { inSandbox } from '@/session/sandbox';
import { defaultOrderRange } from '@/navigation/default-order-range';

import { OrderList } from './list/order-list';
import { filtersOf, hasPaymentFilter, maxSpanDays } from './order-rules';
import { asksNothing, type OrderSearch } from './order-search';
import { openTab, type OrderTab, orderTabs } from './order-tabs';
import { ordersTexts } from './orders-texts';

const route = getRouteApi('/_app/orders/{-$type}');

// Loaded on demand, because most visits are to the list.
const ExportTab = lazyPart(async () => (await import('./export/export-tab')).ExportTab, <PartPending />);
const ReportTab = lazyPart(async () => (await import('./report/report-tab')).ReportTab, <PartPending />);

/** The tabs whose code does not come with the page. */
export const lazyTabs: Partial<Record<string, { load: () => Promise<unknown> }>> = {
  export: ExportTab,
  report: ReportTab,
};

/** Order History: tabs with the list, exports and reports. */
export function OrdersPage() {
  const { data: user } = useQuery(currentUserOptions());
  return (
    <Tabs
      userLoaded={user !== undefined}
      withReport={user?.options.depositEventNewReport === true}
      withPaymentType={
        runtimeConfig.flags.settlement &&
        (inSandbox() || hasPaymentFilter(user?.Client, runtimeConfig.flags.settlement))
      }
    />
  );
}

interface TabsProps {
  /** Whether the user is loaded, and so which tabs they have. */
  userLoaded: boolean;
  withReport: boolean;
  withPaymentType: boolean;
}

function Tabs({ userLoaded, withReport, withPaymentType }: TabsProps) {
  const texts = useTexts(ordersTexts);
  const zones = useZones();
  const { type } = route.useParams();
  const search = route.useSearch();
  const today = useToday(zones.client);
  const sandbox = inSandbox();
  const open = openTab(type, withReport, sandbox);
  // The address of a tab that this user does not have leads to the list.
  if (userLoaded && type !== undefined && type !== open) {
    return <Navigate to="/orders/{-$type}" params={listPath} search={defaultOrderRange(zones.client)} replace />;
  }
  // The list opens with today; its call needs the dates.
  if (userLoaded && open === 'list' && asksNothing(search)) {
    return <Navigate to="." search={{ ...search, dateStart: today, dateEnd: today }} replace />;
  }
  // Other tabs do not keep the list's range, so the link back carries the default one.
  const listSearch = open === 'list' ? search : defaultOrderRange(zones.client);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(zones.label)}
      tabs={
        <PageTabs label={texts.tabs.label}>
          {orderTabs(withReport, sandbox).map((tab) => (
            <PageTab
              key={tab}
              {...tabLink(tab, type)}
              search={tab === 'list' ? listSearch : {}}
              activeOptions={exactPath}
            >
              {texts.tabs[tab]}
            </PageTab>
          ))}
        </PageTabs>
      }
    >
      {open === 'list' && <ListTab search={search} withPaymentType={withPaymentType} />}
      {open === 'export' && <ExportTab />}
      {open === 'report' && <ReportPart search={search} />}
    </Page>
  );
}

interface ListTabProps {
  search: OrderSearch;
  withPaymentType: boolean;
}

function ListTab({ search, withPaymentType }: ListTabProps) {
  const zones = useZones();
  const router = useRouter();
  const rule = { maxSpan: maxSpanDays, lastDay: useToday(zones.client) };
  const hrefOf = useCallback((next: OrderSearch) => router.buildLocation({ to: '.', search: next }).href, [router]);
  return <OrderList address={useListAddress(search)} rule={rule} withPaymentType={withPaymentType} hrefOf={hrefOf} />;
}

const listPath = { type: undefined };
const exactPath = { exact: true, includeSearch: false };

/** The link of a tab. A path without a tab also opens the list, and then the list's link keeps that path. */
function tabLink(tab: OrderTab, open: string | undefined) {
  const type = tab === 'list' ? open && tab : tab;
  return linkOptions({ to: '/orders/{-$type}', params: { type } });
}

function ReportPart({ search }: { search: OrderSearch }) {
  const navigate = useNavigate();
  return (
    <ReportTab
      range={filtersOf(search).range}
      onRange={({ start, end }) => void navigate({ to: '.', search: { dateStart: start, dateEnd: end } })}
    />
  );
}
