import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';

import { ApiProblem, noAnswer } from '@shared/api/problem';
import { defineTexts } from '@shared/i18n/texts';
import { EmptyNotice, PastEndNotice } from '@shared/state/empty-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { AmountCell, NumberCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable, type ListView } from '@shared/table/data-table';
import { PagePager } from '@shared/table/page-pager';
import { StatusPill } from '@shared/ui/status-pill';

const nothing = () => undefined;

export function StateParts() {
  return (
    <>
      <EmptyNotice icon={IconTag} title="No orders yet">
        Orders appear here when they are placed.
      </EmptyNotice>
      <EmptyNotice
        icon={IconTag}
        title="No orders yet"
        noMatch={{ by: 'filters', title: 'No order found', text: 'No order matches the filters.', onClear: nothing }}
      >
        Orders appear here when they are placed.
      </EmptyNotice>
      <PastEndNotice page={9} onBack={nothing} />
      <LoadFailed
        title="Orders could not be loaded"
        error={new ApiProblem({ status: noAnswer })}
        retrying={false}
        onRetry={nothing}
      />
    </>
  );
}

interface Row {
  id: string;
  product: string;
  price: number;
}

const rows: Row[] = Array.from({ length: 5 }, (_, index) => ({
  id: String(812_000_000 + index),
  product: `Pulsa ${index + 1}`,
  price: (index + 1) * 10_500,
}));

const texts = defineTexts({
  en: { columns: { id: 'Order ID', product: 'Product', price: 'Price', status: 'Status' } },
  id: { columns: { id: 'ID Order', product: 'Produk', price: 'Harga', status: 'Status' } },
});

const head = columnHead(texts, 'columns');
const columns: ListColumns<Row> = [
  {
    id: 'id',
    header: head('id'),
    cell: (row) => <NumberCell value={row.id} copyLabel="Copy order ID" />,
    look: { width: 14 },
  },
  { id: 'product', header: head('product'), cell: (row) => <TwoLines caption="prepaid">{row.product}</TwoLines> },
  {
    id: 'price',
    header: head('price'),
    cell: (row) => <AmountCell value={row.price} />,
    look: { width: 10, align: 'end' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: () => <StatusPill tone="done">Success</StatusPill>,
    look: { width: 9, skeleton: 'pill' },
  },
];

const idOf = (row: Row) => row.id;

function List({ label, view }: { label: string; view: ListView<Row> }) {
  const [page, setPage] = useState<number>();
  return (
    <DataTable
      label={label}
      columns={columns}
      view={view}
      rowId={idOf}
      skeletonRows={rows.length}
      minWidth={40}
      footer={<PagePager page={page} pageSize={rows.length} view={view} total={42} onPage={setPage} />}
    />
  );
}

export function ListParts() {
  return (
    <>
      <List label="Orders" view={{ kind: 'rows', rows, waiting: false }} />
      <List label="Orders that load again" view={{ kind: 'rows', rows, waiting: true }} />
      <List label="Orders that load" view={{ kind: 'loading' }} />
    </>
  );
}
