import { FlexRender, type Row as TableRow, useTable } from '@tanstack/react-table';
import { memo, type MouseEvent, useId, useRef } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { type ColumnLook, listFeatures, type ListFeatures } from './columns';
import type { DataTableProps } from './data-table';
import { pressedRow } from './row-press';
import { RowSelection } from './row-selection';
import { SkeletonCells } from './skeleton';
import classes from './table.module.css';
import { tableTexts } from './table-texts';
import { useOverflow } from './use-overflow';

const none: readonly never[] = [];

/** A list as a table. It scrolls inside its card if it is too wide. */
export function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    view,
    rowId,
    onOpen,
    openId,
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
  const data = view.kind === 'rows' ? view.rows : none;
  const table = useTable({ features: listFeatures, columns, data, getRowId: rowId });
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
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={columnWidth(column.columnDef.meta, minWidth)} />
          ))}
        </colgroup>
        <thead className={classes['head']} id={headId}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  data-align={header.column.columnDef.meta?.align}
                  data-fixed={header.column.columnDef.meta?.fixed}
                  style={cellPosition(header.column.id, columns)}
                >
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the first link of each row */}
        <tbody
          className={classes['body']}
          data-waiting={waiting || undefined}
          data-opens={onOpen !== undefined || undefined}
          onClick={onOpen && openAt}
        >
          {view.kind === 'loading' && <SkeletonCells columns={columns} rows={skeletonRows} />}
          {table.getRowModel().rows.map((row) => (
            <WideRow
              key={row.id}
              // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets type parameters
              row={row as unknown as AnyRow}
              columns={columns}
              open={row.id === openId}
              selected={selectedIds?.has(row.id) === true}
            />
          ))}
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

/** Where a fixed column stays: after the fixed ones before it, or before those after it. */
function cellPosition(id: string, columns: ReadonlyArray<{ id?: string; meta?: ColumnLook }>) {
  const at = columns.findIndex((column) => column.id === id);
  const side = columns[at]?.meta?.fixed;
  if (side === undefined) return undefined;
  const beside = side === 'start' ? columns.slice(0, at) : columns.slice(at + 1);
  const widths = beside.map(({ meta }) => (meta?.fixed === side ? (meta.width ?? 0) : 0));
  const inset = `${widths.reduce((sum, width) => sum + width, 0)}rem`;
  return side === 'start' ? { insetInlineStart: inset } : { insetInlineEnd: inset };
}

function leastWidth(rem: number | undefined) {
  return rem === undefined ? undefined : { minInlineSize: `${rem}rem` };
}

// `memo` loses the type parameter of the row. The cells are typed where the columns are defined.
type AnyRow = TableRow<ListFeatures, object>;

interface WideRowProps {
  row: AnyRow;
  /** Those of the table: new ones render all rows again. */
  columns: ReadonlyArray<{ id?: string; meta?: ColumnLook }>;
  open: boolean;
  selected: boolean;
}

/**
 * Renders again only when its own data or selection changes, so that one changed order does not render the other rows.
 */
const WideRow = memo(
  function WideRow({ row, columns, open, selected }: WideRowProps) {
    return (
      <RowSelection value={selected}>
        <tr data-row={row.id} data-open={open || undefined} data-selected={selected || undefined}>
          {row.getAllCells().map((cell) => (
            <td
              key={cell.id}
              data-align={cell.column.columnDef.meta?.align}
              data-fixed={cell.column.columnDef.meta?.fixed}
              style={cellPosition(cell.column.id, columns)}
            >
              <FlexRender cell={cell} />
            </td>
          ))}
        </tr>
      </RowSelection>
    );
  },
  (before, after) =>
    before.row.original === after.row.original &&
    before.row.id === after.row.id &&
    before.columns === after.columns &&
    before.open === after.open &&
    before.selected === after.selected,
);
