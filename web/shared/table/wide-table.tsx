import { Fragment, memo, type MouseEvent, useId, useRef } from 'react';

import { useTexts } from '@shared/i18n/texts';

import type { ColumnLook, ListColumns } from './columns';
import type { DataTableProps } from './data-table';
import { useFirstRows } from './first-rows';
import { pressedRow } from './row-press';
import { RowSelection } from './row-selection';
import { SkeletonCells } from './skeleton';
import classes from './table.module.css';
import { tableTexts } from './table-texts';
import { useOverflow } from './use-overflow';

/** A list as a table. It scrolls inside its card if it is too wide. */
export function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    view,
    rowId,
    onOpen,
    openId,
    renderOpened,
    selectedIds,
    head,
    skeletonRows = 10,
    minWidth,
    lines = 2,
  } = props;
  const texts = useTexts(tableTexts);
  const scroller = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(scroller);
  const headId = useId();
  const data = useFirstRows(view);
  const waiting = view.kind === 'rows' && view.waiting;
  const openAt = (event: MouseEvent<HTMLElement>) => {
    const id = pressedRow(event);
    const row = id === undefined ? undefined : data.find((one) => rowId(one) === id);
    if (row) onOpen?.(row);
  };
  const scrollable = overflows ? { tabIndex: 0, role: 'region', 'aria-label': texts.scroll(label) } : {};
  return (
    <div ref={scroller} className={classes['scroller']} data-overflows={overflows || undefined} {...scrollable}>
      <table
        className={classes['table']}
        aria-label={label}
        data-lines={lines}
        data-carded={head ? true : undefined}
        style={leastWidth(minWidth)}
      >
        <colgroup>
          {columns.map(({ id, look }) => (
            <col key={id} style={columnWidth(look, minWidth)} />
          ))}
        </colgroup>
        <thead className={classes['head']} id={headId}>
          <tr>
            {columns.map(({ id, header, look }) => (
              <th
                key={id}
                scope="col"
                data-align={look?.align}
                data-fixed={look?.fixed}
                style={cellPosition(id, columns)}
              >
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the first link of each row */}
        <tbody
          className={classes['body']}
          data-waiting={waiting || undefined}
          data-opens={onOpen !== undefined || undefined}
          onClick={onOpen && openAt}
        >
          {view.kind === 'loading' && <SkeletonCells columns={columns} rows={skeletonRows} />}
          {data.map((row) => {
            const id = rowId(row);
            return (
              <Fragment key={id}>
                <WideRow
                  id={id}
                  row={row}
                  columns={columns}
                  open={id === openId}
                  selected={selectedIds?.has(id) === true}
                />
                {renderOpened && id === openId && (
                  <tr className={classes['opened']} data-opened>
                    <td colSpan={columns.length}>
                      <div className={classes['inSight']}>{renderOpened(row)}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {waiting && <div className={classes['bar']} aria-hidden />}
    </div>
  );
}

/** The table width in rem from which all columns have their full width. */
const wholeWidth = 80;

/** `cqi` is a hundredth of the width of the scroller. */
function columnWidth({ width, minWidth }: ColumnLook = {}, least = wholeWidth) {
  if (width === undefined) return undefined;
  if (minWidth === undefined || least >= wholeWidth) return { width: `${width}rem` };
  const growth = (width - minWidth) / (wholeWidth - least);
  return { width: `clamp(${minWidth}rem, ${minWidth}rem + (100cqi - ${least}rem) * ${growth}, ${width}rem)` };
}

type Columns = ReadonlyArray<{ id: string; look?: ColumnLook }>;

/** Where a fixed column stays: after the fixed ones before it, or before those after it. */
function cellPosition(id: string, columns: Columns) {
  const at = columns.findIndex((column) => column.id === id);
  const side = columns[at]?.look?.fixed;
  if (side === undefined) return undefined;
  const beside = side === 'start' ? columns.slice(0, at) : columns.slice(at + 1);
  const widths = beside.map(({ look }) => (look?.fixed === side ? (look.width ?? 0) : 0));
  const inset = `${widths.reduce((sum, width) => sum + width, 0)}rem`;
  return side === 'start' ? { insetInlineStart: inset } : { insetInlineEnd: inset };
}

function leastWidth(rem: number | undefined) {
  return rem === undefined ? undefined : { minInlineSize: `${rem}rem` };
}

interface WideRowProps<Row extends object> {
  id: string;
  row: Row;
  /** Those of the table: new ones render all rows again. */
  columns: ListColumns<Row>;
  open: boolean;
  selected: boolean;
}

function TableRow<Row extends object>({ id, row, columns, open, selected }: WideRowProps<Row>) {
  return (
    <RowSelection value={selected}>
      <tr data-row={id} data-open={open || undefined} data-selected={selected || undefined}>
        {columns.map(({ id: column, cell, look }) => (
          <td key={column} data-align={look?.align} data-fixed={look?.fixed} style={cellPosition(column, columns)}>
            {cell(row)}
          </td>
        ))}
      </tr>
    </RowSelection>
  );
}

/**
 * Renders again only when its own data or selection changes, so that one changed order does not render the other rows.
 * `memo` loses the type parameter of the row.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const WideRow = memo(TableRow) as typeof TableRow;
