import { FlexRender, type Row as TableRow, useTable } from '@tanstack/react-table';
import { memo, type MouseEvent, type ReactNode, useId, useRef } from 'react';

import { useTexts } from '@shared/i18n/texts';

import { type ListColumns, listFeatures, type ListFeatures } from './columns';
import { SkeletonCells, SkeletonListRow } from './skeleton';
import classes from './table.module.css';
import { tableTexts } from './table-texts';
import { useNarrow } from './use-narrow';
import { useOverflow } from './use-overflow';

/**
 * What a list shows: nothing yet, rows (old ones dimmed while new ones come), or a notice in their place
 * that says why there are none.
 */
export type ListView<Row> =
  | { kind: 'loading' }
  | { kind: 'rows'; rows: readonly Row[]; waiting: boolean }
  | { kind: 'notice'; notice: ReactNode };

export interface DataTableProps<Row extends object> {
  /** Name of the list for screen readers. */
  label: string;
  /** Columns at module level: a new array at each render would draw every row again. */
  columns: ListColumns<Row>;
  view: ListView<Row>;
  rowId: (row: Row) => string;
  /** Opens the detail of a row; with it the whole row is a target of the pointer, and its first link one of the keyboard. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open. */
  openId?: string | undefined;
  /** The row on a phone, where lists that people act on are no tables. */
  renderPhoneRow: (row: Row) => ReactNode;
  /** Title and main action of a list that is a card of its page rather than the page. */
  head?: ReactNode;
  /** The pager. */
  footer?: ReactNode;
  /** Rows of one line are lower. */
  lines?: 1 | 2;
  /** How many rows the skeleton has: those of a full page. */
  skeletonRows?: number;
  /** Width below which the table scrolls inside its card, in rem; that of a full list unless given. */
  minWidth?: number;
}

const none: readonly never[] = [];

/** The list of every list page: head, rows, states and pager in one card, or full-width rows on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, head, footer } = props;
  const texts = useTexts(tableTexts);
  const narrow = useNarrow();
  const waiting = view.kind === 'rows' && view.waiting;
  return (
    <section className={classes['card']} aria-label={label} aria-busy={view.kind === 'loading' || waiting}>
      {head ? <div className={classes['cardHead']}>{head}</div> : null}
      {narrow ? <PhoneList {...props} /> : <WideTable {...props} />}
      {view.kind === 'notice' && view.notice}
      {footer}
      <output className={classes['hidden']}>{view.kind === 'loading' || waiting ? texts.loading : ''}</output>
    </section>
  );
}

function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, view, rowId, onOpen, openId, head, skeletonRows = 10, minWidth, lines = 2 } = props;
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
            <col key={column.id} style={columnWidth(column.columnDef.meta?.width)} />
          ))}
        </colgroup>
        <thead className={classes['head']} id={headId}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-align={header.column.columnDef.meta?.align}>
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
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets type parameters
            <WideRow key={row.id} row={row as unknown as AnyRow} open={row.id === openId} />
          ))}
        </tbody>
      </table>
      {waiting && <div className={classes['bar']} aria-hidden />}
    </div>
  );
}

function columnWidth(rem: number | undefined) {
  return rem === undefined ? undefined : { width: `${rem}rem` };
}

function leastWidth(rem: number | undefined) {
  return rem === undefined ? undefined : { minInlineSize: `${rem}rem` };
}

// The memo forgets the row's type; the cells were typed where the columns were made.
type AnyRow = TableRow<ListFeatures, object>;

/** A row is drawn again only when its own data changed: one order that turns leaves its neighbours alone. */
const WideRow = memo(
  function WideRow({ row, open }: { row: AnyRow; open: boolean }) {
    return (
      <tr data-row={row.id} data-open={open || undefined}>
        {row.getAllCells().map((cell) => (
          <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
            <FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    );
  },
  (before, after) =>
    before.row.original === after.row.original && before.row.id === after.row.id && before.open === after.open,
);

/** The row that a press means: none where it was on a control of its own, or ended a selection of text. */
function pressedRow(event: MouseEvent<HTMLElement>): string | undefined {
  if (!(event.target instanceof Element) || event.target.closest('a, button')) return undefined;
  if (window.getSelection()?.isCollapsed === false) return undefined;
  return event.target.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
}

function PhoneList<Row extends object>({ label, view, rowId, renderPhoneRow, skeletonRows = 10 }: DataTableProps<Row>) {
  const waiting = view.kind === 'rows' && view.waiting;
  if (view.kind === 'notice') return null;
  return (
    <div className={classes['phone']}>
      {waiting && <div className={classes['bar']} aria-hidden />}
      <ul className={classes['phoneList']} aria-label={label} data-waiting={waiting || undefined}>
        {view.kind === 'loading' && <SkeletonListRow rows={skeletonRows} />}
        {view.kind === 'rows' && view.rows.map((row) => <li key={rowId(row)}>{renderPhoneRow(row)}</li>)}
      </ul>
    </div>
  );
}
