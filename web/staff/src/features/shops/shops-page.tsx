import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';

import { ShowMore } from '@/lists/show-more';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { DateCell } from '@shared/table/date-cell';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { StatusPill } from '@shared/ui/status-pill';

import { type Shop, shopListOptions } from './shop-queries';
import { shopTexts } from './shop-texts';
import classes from './shops.module.css';

const route = getRouteApi('/_app/shops');

const UnpublishDialog = lazyDialog(async () => (await import('./unpublish-dialog')).UnpublishDialog);

const AskContext = createContext<(shop: Shop) => void>(() => undefined);

function State({ shop: { published, publishedAt } }: { shop: Shop }) {
  const texts = useTexts(shopTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const last = publishedAt === null ? undefined : texts.publishedAt(formatDateTime(publishedAt, shown, language));
  return (
    <TwoLines caption={last}>
      <StatusPill tone={published ? 'done' : 'cancelled'}>
        {published ? texts.published : texts.notPublished}
      </StatusPill>
    </TwoLines>
  );
}

function UnpublishButton({ shop }: { shop: Shop }) {
  const texts = useTexts(shopTexts);
  const ask = use(AskContext);
  if (!shop.published) return null;
  return (
    <Button variant="default" size="sm" aria-label={texts.dialog(shop.name)} onClick={() => ask(shop)}>
      {texts.unpublish}
    </Button>
  );
}

const head = columnHead(shopTexts, 'columns');

const columns: ListColumns<Shop> = [
  {
    id: 'name',
    header: head('name'),
    cell: ({ name, clientCode }) => <TwoLines caption={`/${clientCode}`}>{name}</TwoLines>,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'client',
    header: head('client'),
    cell: ({ clientId, clientName }) => (
      <TwoLines caption={clientId}>
        <Link to="/clients/$id" params={{ id: String(clientId) }}>
          {clientName}
        </Link>
      </TwoLines>
    ),
    look: { width: 14, skeleton: 'two-lines' },
  },
  {
    id: 'operators',
    header: head('operators'),
    cell: ({ operators }) => operators,
    look: { width: 6, align: 'end', skeleton: 'line' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: (shop) => <State shop={shop} />,
    look: { width: 15, skeleton: 'pill' },
  },
  {
    id: 'updatedAt',
    header: head('updatedAt'),
    cell: ({ updatedAt }) => <DateCell at={updatedAt} />,
    look: { width: 9, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (shop) => <UnpublishButton shop={shop} />,
    look: { width: 9, align: 'end', skeleton: 'line', phone: 'end' },
  },
];

/** The shops of clients. */
export function ShopsPage() {
  const texts = useTexts(shopTexts);
  return (
    <Page title={texts.title} note={texts.timesIn(useZones().label)} needs={{ permission: permission.shops }}>
      <Shops />
    </Page>
  );
}

function Shops() {
  const texts = useTexts(shopTexts);
  const address = useListAddress(route.useSearch());
  const list = useInfiniteQuery(shopListOptions(address.search.search));
  const { view } = useList(
    list,
    list.data?.pages.flatMap(({ data }) => data),
    {
      failed: texts.failed,
      empty: (
        <ListNotice icon={IconBuildingStore} title={texts.none}>
          {texts.noneText}
        </ListNotice>
      ),
    },
  );
  const [hiddenShop, setHiddenShop] = useState<Shop>();
  return (
    <AskContext value={setHiddenShop}>
      <div className={classes['page']}>
        <SearchField
          value={address.search.search ?? ''}
          {...texts.search}
          onSearch={(text) => address.filter({ search: text || undefined })}
        />
        <DataTable
          label={texts.title}
          columns={columns}
          view={view}
          rowId={({ clientId }) => String(clientId)}
          lines={2}
          skeletonRows={5}
          minWidth={62}
          footer={<ShowMore list={list} />}
        />
      </div>
      <UnpublishDialog shop={hiddenShop} onClose={() => setHiddenShop(undefined)} />
    </AskContext>
  );
}
