import { Skeleton } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { CancelContext, comingColumns, pastColumns } from '@/prices/change-columns';
import { type PriceChange, priceChangesOptions } from '@/prices/price-queries';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { lazyPart } from '@shared/state/lazy-part';

import type { PriceSearch } from './price-search';
import { pricesTexts } from './prices-texts';

const route = getRouteApi('/_app/prices');

const CancelDialog = lazyDialog(async () => (await import('@/prices/cancel-dialog')).CancelDialog);
const ImportTab = lazyPart(async () => (await import('./import-tab')).ImportTab, <Skeleton height="24rem" />);
const RulesTab = lazyPart(async () => (await import('./rules-tab')).RulesTab, <Skeleton height="24rem" />);

const coming: ListDeclaration<PriceChange, PriceSearch> = {
  texts: pricesTexts,
  icon: IconTags,
  columns: comingColumns,
  rowId: ({ id }) => id,
  lines: 2,
  minWidth: 67,
  pageSize: 50,
};
const past = { ...coming, columns: pastColumns };

/** Prices and costs that change: what is to come, what took effect, rules, and the import of a file. */
export function PricesPage() {
  const texts = useTexts(pricesTexts);
  const { tab } = route.useSearch();
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.products }}
      tabs={<Tabs />}
    >
      <Tab tab={tab} />
    </Page>
  );
}

function Tab({ tab }: { tab: PriceSearch['tab'] }) {
  if (tab === 'import') return <ImportTab />;
  if (tab === 'rules') return <RulesTab />;
  return <Changes key={tab} status={tab ?? 'scheduled'} />;
}

function Tabs() {
  const texts = useTexts(pricesTexts);
  const imports = useHasPermission(permission.productPrice);
  return (
    <PageTabs label={texts.title}>
      {([undefined, 'applied', 'cancelled', 'rules', ...(imports ? (['import'] as const) : [])] as const).map((tab) => (
        <PageTab
          key={tab ?? ''}
          to="/prices"
          search={{ tab }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {texts.tabs[tab ?? 'scheduled']}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Changes({ status }: { status: PriceChange['status'] }) {
  const address = useListAddress(route.useSearch());
  const query = useQuery(priceChangesOptions({ status, page: address.search.page }));
  const [cancelledChange, setCancelledChange] = useState<PriceChange>();
  return (
    <CancelContext value={setCancelledChange}>
      <ListPage
        list={status === 'scheduled' ? coming : past}
        address={address}
        query={query}
        rows={query.data?.data}
        total={query.data?.total}
      />
      <CancelDialog change={cancelledChange} onClose={() => setCancelledChange(undefined)} />
    </CancelContext>
  );
}
