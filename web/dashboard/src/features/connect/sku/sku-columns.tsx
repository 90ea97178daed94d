import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { ActionIcon, Checkbox } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { createContext, useContext } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { AmountCell, EmptyValue, TextCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { useRowSelected } from '@shared/table/row-selection';
import { StatusPill } from '@shared/ui/status-pill';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';

import { percentText } from '../percent-text';
import type { Sku } from './sku-queries';
import { isSelectable } from './sku-rules';
import { skuTexts } from './sku-texts';
import classes from './sku.module.css';

interface Selection {
  /** Codes on this page that can be selected. */
  here: readonly string[];
  selected: ReadonlySet<string>;
  select: (codes: readonly string[], on: boolean) => void;
  edit: (sku: Sku) => void;
}

/** What the cells of the list do. */
export const SelectionContext = createContext<Selection>({
  here: [],
  selected: new Set(),
  select: () => undefined,
  edit: () => undefined,
});

function SelectPage() {
  const texts = useTexts(skuTexts);
  const { here, selected, select } = useContext(SelectionContext);
  const count = here.filter((code) => selected.has(code)).length;
  return (
    <Checkbox
      aria-label={texts.selectPage}
      checked={count > 0 && count === here.length}
      indeterminate={count > 0 && count < here.length}
      disabled={here.length === 0}
      onChange={({ currentTarget }) => select(here, currentTarget.checked)}
    />
  );
}

function SelectCell({ sku }: { sku: Sku }) {
  const texts = useTexts(skuTexts);
  const { select } = useContext(SelectionContext);
  return (
    <Checkbox
      aria-label={texts.selectOne(sku.name)}
      checked={useRowSelected()}
      disabled={!isSelectable(sku)}
      onChange={({ currentTarget }) => select([sku.code], currentTarget.checked)}
    />
  );
}

function TypeCell({ type }: { type: string }) {
  return <TextCell>{operatorTypeName(useTexts(operatorTypeTexts), type)}</TextCell>;
}

function StatusCell({ sku }: { sku: Sku }) {
  const texts = useTexts(skuTexts);
  if (!sku.active) return <StatusPill tone="cancelled">{texts.active.false}</StatusPill>;
  if (sku.off !== '') {
    return (
      <TwoLines caption={<span title={texts.offHint}>{texts.off}</span>}>
        <StatusPill tone="done">{texts.active.true}</StatusPill>
      </TwoLines>
    );
  }
  return <StatusPill tone="done">{texts.active.true}</StatusPill>;
}

function EditCell({ sku }: { sku: Sku }) {
  const texts = useTexts(skuTexts);
  const { edit } = useContext(SelectionContext);
  return (
    <ActionIcon aria-label={texts.editOf(sku.name)} title={texts.edit.title} onClick={() => edit(sku)}>
      <IconPencil aria-hidden />
    </ActionIcon>
  );
}

const head = columnHead(skuTexts, 'columns');

const facts: ListColumns<Sku> = [
  {
    id: 'name',
    header: head('name'),
    cell: (row) => row.name,
    look: { fixed: 'start', skeleton: 'line', phone: 'title' },
  },
  {
    id: 'code',
    header: head('code'),
    cell: (row) => <span className={classes['code']}>{row.code}</span>,
    look: { width: 7, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'category',
    header: head('category'),
    cell: (row) => <TypeCell type={row.products.operator.type} />,
    // The product says it on phones.
    look: { width: 8, skeleton: 'line', phone: 'hidden' },
  },
  {
    id: 'product',
    header: head('product'),
    cell: (row) => <TextCell>{row.products.name}</TextCell>,
    look: { width: 8.5, skeleton: 'line' },
  },
  {
    id: 'net',
    header: head('net'),
    cell: (row) => <AmountCell value={row.sellPrice} prefix="Rp" />,
    look: { width: 6.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'recommended',
    header: head('recommended'),
    cell: (row) =>
      row.recommendedPrice === null ? <EmptyValue /> : <AmountCell value={row.recommendedPrice} prefix="Rp" />,
    look: { width: 12.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'committed',
    header: head('committed'),
    cell: (row) => (
      <span className={classes['committed']}>
        <AmountCell value={row.committedSellPrice} prefix="Rp" />
      </span>
    ),
    look: { width: 9.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'margin',
    header: head('margin'),
    cell: (row) => percentText(row.marginPercent),
    look: { width: 4.5, align: 'end', skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <StatusCell sku={row} />,
    look: { width: 9, skeleton: 'pill' },
  },
];

/** The columns for users who may not set prices. */
export const readOnlyColumns = facts;

/** The columns of the SKU list. */
export const skuColumns: ListColumns<Sku> = [
  {
    id: 'select',
    header: () => <SelectPage />,
    cell: (row) => <SelectCell sku={row} />,
    look: { width: 3, fixed: 'start', skeleton: 'icon', phone: 'end' },
  },
  ...facts,
  {
    id: 'edit',
    header: head('edit'),
    cell: (row) => <EditCell sku={row} />,
    look: { width: 3.5, fixed: 'end', align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
