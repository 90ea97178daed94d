import { IconAlertCircle } from '@tabler/icons-react';

import { priceTexts } from '@/prices/price-texts';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';

import type { ImportRow } from './import-queries';
import { importTexts } from './import-texts';
import classes from './prices.module.css';

function ProductCell({ row }: { row: ImportRow }) {
  const texts = useTexts(importTexts);
  if (row.outcome !== 'error')
    return <TwoLines caption={row.productCode}>{row.productName || row.productCode}</TwoLines>;
  return (
    <TwoLines caption={texts.line(row.line)}>
      <span className={classes['faulty']}>{row.reason}</span>
    </TwoLines>
  );
}

function SubjectCell({ row: { outcome, clientId, clientName, supplier } }: { row: ImportRow }) {
  const texts = useTexts(priceTexts);
  if (outcome === 'error' || outcome === 'unchanged') return <EmptyValue />;
  if (supplier !== '') return texts.cost(supplier);
  return clientId === null ? texts.listPrice : <TwoLines caption={clientId}>{clientName}</TwoLines>;
}

function NewAmount({ row: { outcome, now, amount } }: { row: ImportRow }) {
  const texts = useTexts(importTexts);
  const { ends } = useTexts(priceTexts);
  if (outcome === 'ended') return ends;
  if (amount === null) return <EmptyValue />;
  const difference = now === null ? texts.isNew : `${amount > now ? '+' : ''}${groupThousands(amount - now)}`;
  return (
    <TwoLines caption={difference}>
      <AmountCell value={amount} prefix="Rp" />
    </TwoLines>
  );
}

/** The margin just before and after, red with a word where it is below cost. */
function MarginChange({ row }: { row: ImportRow }) {
  const texts = useTexts(importTexts);
  const { outcome, marginBefore, marginAfter, below } = row;
  if (outcome === 'error' || outcome === 'unchanged') return <EmptyValue />;
  return (
    <TwoLines
      caption={
        below ? (
          <span className={classes['below']}>
            <IconAlertCircle aria-hidden /> {texts.belowCost}
          </span>
        ) : undefined
      }
    >
      <span className={classes['margins']}>
        {groupThousands(marginBefore)} → <strong data-below={below || undefined}>{groupThousands(marginAfter)}</strong>
      </span>
    </TwoLines>
  );
}

const head = columnHead(importTexts, 'columns');

/** The columns of the rows of a file. */
export const importColumns: ListColumns<ImportRow> = [
  {
    id: 'product',
    header: head('product'),
    cell: (row) => <ProductCell row={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'subject',
    header: head('subject'),
    cell: (row) => <SubjectCell row={row} />,
    look: { width: 10, skeleton: 'line' },
  },
  {
    id: 'now',
    header: head('now'),
    cell: ({ now }) => (now === null ? <EmptyValue /> : <AmountCell value={now} prefix="Rp" />),
    look: { width: 7, align: 'end', skeleton: 'line', phone: 'hidden' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <NewAmount row={row} />,
    look: { width: 7, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'margin',
    header: head('margin'),
    cell: (row) => <MarginChange row={row} />,
    look: { width: 8, align: 'end', skeleton: 'two-lines' },
  },
  {
    id: 'effectiveAt',
    header: head('effectiveAt'),
    cell: ({ effectiveAt }) => (effectiveAt === null ? <EmptyValue /> : <DateCell at={effectiveAt} />),
    look: { width: 8, skeleton: 'two-lines' },
  },
];
