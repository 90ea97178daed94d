import { IconBarcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { percent } from '@shared/format/percent';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { ListNotice } from '@shared/state/list-notice';
import { AmountCell, EmptyValue, ReferenceCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow } from '@shared/table/filter-row';
import { PagePager } from '@shared/table/page-pager';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';

import { type SupplierSku, supplierSkusOptions } from './price-queries';
import { priceTexts } from './price-texts';
import { skuChoices } from './supplier-search';
import classes from './suppliers.module.css';

const route = getRouteApi('/_app/suppliers_/$code');

const tableWidth = 68;
const shownRows = 10;
const pageSize = 50;

const tones: Record<SupplierSku['state'], StatusTone> = {
  active: 'done',
  problem: 'failed',
  off: 'cancelled',
  inactive: 'cancelled',
  gone: 'failed',
};

const head = columnHead(priceTexts, 'columns');

function Money({ value, sku }: { value: number; sku: SupplierSku }) {
  return sku.prepaid ? <AmountCell value={value} prefix="Rp" /> : <EmptyValue />;
}

function LastSeen({ sku }: { sku: SupplierSku }) {
  const texts = useTexts(priceTexts);
  const { lastSeen, cost } = sku;
  if (lastSeen === null) return <EmptyValue />;
  const above = lastSeen - cost;
  return (
    <span data-above={above > 0 || undefined} className={classes['seen']}>
      <TwoLines
        caption={
          above > 0
            ? texts.aboveCost(formatRupiah(above, 'Rp', 'always'))
            : above < 0
              ? formatRupiah(above, 'Rp')
              : undefined
        }
      >
        <AmountCell value={lastSeen} prefix="Rp" />
      </TwoLines>
    </span>
  );
}

function Margin({ sku: { prepaid, price, cost } }: { sku: SupplierSku }) {
  if (!prepaid) return <EmptyValue />;
  const margin = price - cost;
  return (
    <TwoLines caption={margin < 0 ? undefined : percent(margin, price)}>
      <AmountCell value={margin} prefix="Rp" />
    </TwoLines>
  );
}

function Position({ sku: { position, of } }: { sku: SupplierSku }) {
  return useTexts(priceTexts).ofSuppliers(position, of);
}

function State({ sku: { state } }: { sku: SupplierSku }) {
  return <StatusPill tone={tones[state]}>{useTexts(priceTexts).states[state]}</StatusPill>;
}

const columns: ListColumns<SupplierSku> = [
  {
    id: 'product',
    header: head('product'),
    cell: ({ name, productCode }) => <TwoLines caption={productCode}>{name}</TwoLines>,
    look: { skeleton: 'two-lines' },
  },
  { id: 'sku', header: head('sku'), cell: ({ sku }) => <ReferenceCell value={sku} />, look: { width: 9 } },
  {
    id: 'cost',
    header: head('cost'),
    cell: (sku) => <Money sku={sku} value={sku.cost} />,
    look: { width: 8, align: 'end' },
  },
  {
    id: 'lastSeen',
    header: head('lastSeen'),
    cell: (sku) => <LastSeen sku={sku} />,
    look: { width: 10, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'price',
    header: head('price'),
    cell: ({ price }) => <AmountCell value={price} prefix="Rp" />,
    look: { width: 8, align: 'end' },
  },
  {
    id: 'margin',
    header: head('margin'),
    cell: (sku) => <Margin sku={sku} />,
    look: { width: 8, align: 'end', skeleton: 'two-lines' },
  },
  { id: 'position', header: head('position'), cell: (sku) => <Position sku={sku} />, look: { width: 6 } },
  {
    id: 'state',
    header: head('state'),
    cell: (sku) => <State sku={sku} />,
    look: { width: 9, skeleton: 'pill' },
  },
];

/** Our products at a supplier, with what its last list says of them. */
export function SkuCard({ code }: { code: string }) {
  const texts = useTexts(priceTexts);
  const address = useListAddress(route.useSearch());
  const { search, filter, turn } = address;
  const load = useQuery(supplierSkusOptions(code, search));
  const { view } = useList(load, load.data?.data, {
    failed: texts.skusFailed,
    empty: (
      <ListNotice icon={IconBarcode} title={texts.noSkus}>
        {texts.noSkusText}
      </ListNotice>
    ),
  });
  const counts = { above: load.data?.above ?? 0, below: load.data?.below ?? 0, not_sold: load.data?.notSold ?? 0 };
  return (
    <div className={classes['list']}>
      <h2 className={classes['listTitle']}>{texts.skus}</h2>
      <FilterRow
        search={
          <SearchField
            value={search.query ?? ''}
            {...texts.search}
            onSearch={(text) => filter({ ...search, query: text || undefined })}
          />
        }
        fields={
          <FilterChoice
            label={texts.only}
            all={texts.all(load.data?.all ?? 0)}
            options={skuChoices.map((value) => ({ value, label: texts.choices[value](counts[value]) }))}
            value={search.only ?? null}
            onChange={(only) => filter({ ...search, only: only ?? undefined })}
          />
        }
        active={[search.only !== undefined && texts.choices[search.only](counts[search.only])]}
      />
      <DataTable
        label={texts.skus}
        columns={columns}
        view={view}
        rowId={({ productCode }) => productCode}
        lines={2}
        skeletonRows={shownRows}
        minWidth={tableWidth}
        footer={
          <PagePager
            page={search.page}
            pageSize={pageSize}
            view={view}
            total={load.data?.total}
            onPage={(page) => turn({ ...search, page })}
          />
        }
      />
    </div>
  );
}
