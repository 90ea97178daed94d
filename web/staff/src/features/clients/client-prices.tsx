import { Button } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';

import { Margin } from '@/prices/margin';
import type { EditedPrice } from '@/prices/price-dialog';
import { type ClientPrice, clientPricesOptions, setClientPriceOptions } from '@/prices/price-queries';
import { priceTexts } from '@/prices/price-texts';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { useList } from '@shared/table/use-list';
import { CardHead } from '@shared/ui/card';
import { Tag } from '@shared/ui/tag';

import { clientPriceTexts } from './client-price-texts';
import type { Client } from './client-queries';
import classes from './clients.module.css';
import { segmentTexts } from './segment-texts';

const PriceDialog = lazyDialog(async () => (await import('@/prices/price-dialog')).PriceDialog);

const SegmentDialog = lazyDialog(async () => (await import('./segment-dialog')).SegmentDialog);

const EditContext = createContext<(price: EditedPrice) => void>(() => undefined);

function Actions({ price }: { price: ClientPrice }) {
  const texts = useTexts(clientPriceTexts);
  const edit = use(EditContext);
  const { productCode, productName, kind, price: now, listPrice, cost, byRule } = price;
  const edited = { productCode, name: productName, kind, now, listPrice, cost };
  return (
    <div className={classes['buttons']}>
      <Button variant="default" size="sm" aria-label={texts.changeNamed(productName)} onClick={() => edit(edited)}>
        {texts.change}
      </Button>
      {!byRule && (
        <Button
          variant="default"
          size="sm"
          aria-label={texts.endNamed(productName)}
          onClick={() => edit({ ...edited, ends: 'own' })}
        >
          {texts.end}
        </Button>
      )}
    </div>
  );
}

function OwnPrice({ price: { price, byRule } }: { price: ClientPrice }) {
  const { causes } = useTexts(priceTexts);
  return (
    <TwoLines caption={byRule ? causes.rule : causes.hand}>
      <AmountCell value={price} prefix="Rp" />
    </TwoLines>
  );
}

const head = columnHead(clientPriceTexts, 'columns');

const columns: ListColumns<ClientPrice> = [
  {
    id: 'product',
    header: head('product'),
    cell: ({ productCode, productName }) => (
      <TwoLines caption={productCode}>
        <Link to="/products/$code" params={{ code: productCode }}>
          {productName}
        </Link>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: (price) => <OwnPrice price={price} />,
    look: { width: 9, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'listPrice',
    header: head('listPrice'),
    cell: ({ listPrice }) => <AmountCell value={listPrice} prefix="Rp" />,
    look: { width: 9, align: 'end', skeleton: 'line' },
  },
  {
    id: 'cost',
    header: head('cost'),
    cell: ({ cost }) => (cost === null ? <EmptyValue /> : <AmountCell value={cost} prefix="Rp" />),
    look: { width: 9, align: 'end', skeleton: 'line' },
  },
  {
    id: 'margin',
    header: head('margin'),
    cell: ({ kind, price, cost }) => (kind === 'prepaid' ? <Margin price={price} cost={cost} /> : <EmptyValue />),
    look: { width: 8, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (price) => <Actions price={price} />,
    look: { width: 13, align: 'end', skeleton: 'line', phone: 'end' },
  },
];

const pageSize = 50;
const newPrice: EditedPrice = { productCode: '', name: '', kind: 'prepaid', cost: null };

/** The own prices of a client. */
export function ClientPrices({ client }: { client: Client }) {
  const texts = useTexts(clientPriceTexts);
  const segments = useTexts(segmentTexts);
  const { client: zone } = useZones();
  const [page, setPage] = useState(1);
  const [editedPrice, setEditedPrice] = useState<EditedPrice>();
  const [editsSegment, setEditsSegment] = useState(false);
  const query = useQuery(clientPricesOptions(client.id, page));
  const segment = query.data?.segment ?? '';
  const { view } = useList(query, query.data?.data, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconTags} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  return (
    <EditContext value={setEditedPrice}>
      <DataTable
        label={texts.title}
        head={
          <CardHead
            title={texts.title}
            state={segment !== '' && <Tag>{segments.now(segment)}</Tag>}
            hint={texts.hint}
            action={
              <div className={classes['buttons']}>
                <Button variant="default" disabled={!query.data} onClick={() => setEditsSegment(true)}>
                  {segments.change}
                </Button>
                <Button variant="default" onClick={() => setEditedPrice({ ...newPrice, name: texts.newName })}>
                  {texts.create}
                </Button>
              </div>
            }
          />
        }
        columns={columns}
        view={view}
        rowId={({ productCode }) => productCode}
        lines={2}
        skeletonRows={5}
        minWidth={60}
        footer={
          <PagePager
            page={page}
            pageSize={pageSize}
            view={view}
            total={query.data?.total}
            onPage={(next) => setPage(next ?? 1)}
          />
        }
      />
      <PriceDialog
        price={editedPrice}
        mutation={setClientPriceOptions(client.id, zone)}
        onClose={() => setEditedPrice(undefined)}
      />
      <SegmentDialog
        clientId={client.id}
        segment={segment}
        opened={editsSegment}
        onClose={() => setEditsSegment(false)}
      />
    </EditContext>
  );
}
