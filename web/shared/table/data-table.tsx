import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';

import type { ListColumns } from './columns';
import { PhoneList } from './phone-list';
import classes from './table.module.css';
import { tableTexts } from './table-texts';
import { useNarrow } from './use-narrow';
import { WideTable } from './wide-table';

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
  /** The rows that are selected; a cell knows of its own row by `useRowSelected`. */
  selectedIds?: ReadonlySet<string>;
  /** The row on a phone, where it has a look of its own; otherwise it follows from the columns (`ColumnLook.phone`). */
  renderPhoneRow?: (row: Row) => ReactNode;
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

/** The list of every list page: head, rows, states and pager in one card, or full-width rows on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, head, footer } = props;
  const texts = useTexts(tableTexts);
  const narrow = useNarrow();
  const busy = view.kind === 'loading' || (view.kind === 'rows' && view.waiting);
  useAnnouncement(busy ? texts.loading : undefined);
  return (
    <section className={classes['card']} aria-label={label} aria-busy={busy}>
      {head ? <div className={classes['cardHead']}>{head}</div> : null}
      {narrow ? <PhoneList {...props} /> : <WideTable {...props} />}
      {view.kind === 'notice' && view.notice}
      {footer}
    </section>
  );
}
