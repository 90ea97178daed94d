import { FlexRender, type Header, type Row as TableRow, useTable } from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useRef } from 'react';

import { listFeatures, type ListFeatures, type PhoneSlot } from './columns';
import type { DataTableProps } from './data-table';

import { pressedRow } from './row-press';
import { RowSelection } from './row-selection';
import { SkeletonListRow } from './skeleton';
import classes from './table.module.css';

const none: readonly never[] = [];

/** A list on a phone: rows over the full width, made from the columns unless the list has `renderPhoneRow`. */
export function PhoneList<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, view, rowId, onOpen, selectedIds, renderPhoneRow, skeletonRows = 10 } = props;
  const list = useRef<HTMLUListElement>(null);
  const data = view.kind === 'rows' ? view.rows : none;
  const table = useTable({ features: listFeatures, columns, data, getRowId: rowId });
  const heads = table.getFlatHeaders();
  if (view.kind === 'notice') return null;
  const waiting = view.kind === 'rows' && view.waiting;
  // Rows by `renderPhoneRow` have their own button to open them.
  const opens = onOpen !== undefined && !renderPhoneRow;
  const openAt = (event: MouseEvent<HTMLElement>) => {
    const id = pressedRow(event);
    const row = id === undefined ? undefined : data.find((one) => rowId(one) === id);
    if (row) onOpen?.(row);
  };
  return (
    <div className={classes['phone']}>
      {waiting && <div className={classes['bar']} aria-hidden />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the first link of each row */}
      <ul
        ref={list}
        className={classes['phoneList']}
        aria-label={label}
        data-waiting={waiting || undefined}
        data-opens={opens || undefined}
        onClick={opens ? openAt : undefined}
      >
        {view.kind === 'loading' && <SkeletonListRow rows={skeletonRows} />}
        {table.getRowModel().rows.map((row) => (
          <RowSelection key={row.id} value={selectedIds?.has(row.id) === true}>
            <li data-row={row.id}>
              {renderPhoneRow ? renderPhoneRow(row.original) : <DerivedRow row={row} heads={heads} />}
            </li>
          </RowSelection>
        ))}
      </ul>
    </div>
  );
}

interface DerivedRowProps<Row extends object> {
  row: TableRow<ListFeatures, Row>;
  heads: readonly Header<ListFeatures, Row>[];
}

/** A row made from the cells of its columns. */
function DerivedRow<Row extends object>({ row, heads }: DerivedRowProps<Row>) {
  const left: ReactNode[] = [];
  const end: ReactNode[] = [];
  for (const [index, cell] of row.getAllCells().entries()) {
    const slot: PhoneSlot = cell.column.columnDef.meta?.phone ?? (index === 0 ? 'title' : 'labelled');
    const head = heads[index];
    if (slot === 'hidden') continue;
    const content = (
      <div key={cell.id} className={slot === 'end' ? undefined : classes[lines[slot]]}>
        {slot === 'labelled' && head && <FlexRender header={head} />} <FlexRender cell={cell} />
      </div>
    );
    if (slot === 'end') end.push(content);
    else left.push(content);
  }
  return (
    <div className={classes['phoneRow']}>
      <div>{left}</div>
      {end.length > 0 && <div className={classes['phoneEnd']}>{end}</div>}
    </div>
  );
}

const lines = { title: 'phoneTitle', plain: 'phoneLine', labelled: 'phoneLine' } as const;
