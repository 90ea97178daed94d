import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';

import type { PriceChange } from './price-queries';
import { priceTexts } from './price-texts';

/** Asks whether a change is to be cancelled. */
export const CancelContext = createContext<(change: PriceChange) => void>(() => undefined);

function SubjectCell({ change: { clientId, clientName, supplier } }: { change: PriceChange }) {
  const texts = useTexts(priceTexts);
  if (supplier !== '') return texts.cost(supplier);
  return clientId === null ? texts.listPrice : <TwoLines caption={clientId}>{clientName}</TwoLines>;
}

/** The amount, and why it changes. */
function NewAmount({ change: { amount, cause } }: { change: PriceChange }) {
  const { ends, causes } = useTexts(priceTexts);
  return (
    <TwoLines caption={causes[cause]}>{amount === null ? ends : <AmountCell value={amount} prefix="Rp" />}</TwoLines>
  );
}

function CancelButton({ change }: { change: PriceChange }) {
  const texts = useTexts(priceTexts);
  const ask = use(CancelContext);
  const changesPrices = useHasPermission(permission.productPrice);
  const kind = change.clientId === null ? permission.productSuppliers : permission.clientPrices;
  const changesKind = useHasPermission(kind) || (change.clientId === null && change.supplier === '');
  if (!changesPrices || !changesKind) return null;
  return (
    <Button variant="default" size="sm" aria-label={texts.cancelNamed(change.productName)} onClick={() => ask(change)}>
      {texts.cancel}
    </Button>
  );
}

const head = columnHead(priceTexts, 'columns');

const product: ListColumns<PriceChange>[number] = {
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
};

const subject: ListColumns<PriceChange>[number] = {
  id: 'subject',
  header: head('subject'),
  cell: (change) => <SubjectCell change={change} />,
  look: { width: 13, skeleton: 'two-lines' },
};

const before: ListColumns<PriceChange>[number] = {
  id: 'before',
  header: head('before'),
  cell: (change) => (change.before === null ? <EmptyValue /> : <AmountCell value={change.before} prefix="Rp" />),
  look: { width: 9, align: 'end', skeleton: 'line' },
};

const amount: ListColumns<PriceChange>[number] = {
  id: 'amount',
  header: head('amount'),
  cell: (change) => <NewAmount change={change} />,
  look: { width: 11, align: 'end', skeleton: 'two-lines' },
};

const effectiveAt: ListColumns<PriceChange>[number] = {
  id: 'effectiveAt',
  header: head('effectiveAt'),
  cell: (change) => <DateCell at={change.effectiveAt} />,
  look: { width: 9, skeleton: 'two-lines' },
};

const createdBy: ListColumns<PriceChange>[number] = {
  id: 'createdBy',
  header: head('createdBy'),
  cell: (change) => <TwoLines caption={change.reason}>{change.createdBy}</TwoLines>,
  look: { width: 14, skeleton: 'two-lines' },
};

const action: ListColumns<PriceChange>[number] = {
  id: 'action',
  header: head('action'),
  cell: (change) => <CancelButton change={change} />,
  look: { width: 7, align: 'end', skeleton: 'line', phone: 'end' },
};

/** The columns of changes that took effect, or were cancelled. */
export const pastColumns: ListColumns<PriceChange> = [product, subject, before, amount, effectiveAt, createdBy];

/** The columns of changes to come. */
export const comingColumns: ListColumns<PriceChange> = [product, subject, amount, effectiveAt, createdBy, action];

/** The same for one product. */
export const pastColumnsOfProduct: ListColumns<PriceChange> = pastColumns.slice(1);
export const comingColumnsOfProduct: ListColumns<PriceChange> = comingColumns.slice(1);
