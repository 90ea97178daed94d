import { type MouseEvent, type ReactNode, useRef } from 'react';

import type { ListColumns, PhoneSlot } from './columns';
import type { DataTableProps } from './data-table';

import { useFirstRows } from './first-rows';
import { pressedRow } from './row-press';
import { RowSelection } from './row-selection';
import { SkeletonListRow } from './skeleton';
import classes from './table.module.css';

/** A list on a phone: rows over the full width, made from the columns unless the list has `renderPhoneRow`. */
export function PhoneList<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    view,
    rowId,
    onOpen,
    openId,
    renderOpened,
    selectedIds,
    renderPhoneRow,
    skeletonRows = 10,
  } = props;
  const list = useRef<HTMLUListElement>(null);
  const data = useFirstRows(view);
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
        {data.map((row) => {
          const id = rowId(row);
          return (
            <RowSelection key={id} value={selectedIds?.has(id) === true}>
              <li data-row={id}>
                {renderPhoneRow ? renderPhoneRow(row) : <DerivedRow row={row} columns={columns} />}
                {renderOpened && id === openId && (
                  <div className={classes['opened']} data-opened>
                    {renderOpened(row)}
                  </div>
                )}
              </li>
            </RowSelection>
          );
        })}
      </ul>
    </div>
  );
}

interface DerivedRowProps<Row extends object> {
  row: Row;
  columns: ListColumns<Row>;
}

/** A row made from the cells of its columns. */
function DerivedRow<Row extends object>({ row, columns }: DerivedRowProps<Row>) {
  const left: ReactNode[] = [];
  const end: ReactNode[] = [];
  for (const [index, { id, header, cell, look }] of columns.entries()) {
    const slot: PhoneSlot = look?.phone ?? (index === 0 ? 'title' : 'labelled');
    if (slot === 'hidden') continue;
    const content = (
      <div key={id} className={slot === 'end' ? undefined : classes[lines[slot]]}>
        {slot === 'labelled' && header()} {cell(row)}
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
