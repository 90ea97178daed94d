import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useAnnouncement } from '@shared/notify/announce';

import type { ListColumns } from './columns';
import { PhoneList } from './phone-list';
import classes from './table.module.css';
import { stateTexts } from '@shared/state/state-texts';
import { useIsNarrow } from '@shared/ui/use-is-narrow';
import { WideTable } from './wide-table';

/**
 * The state of a list: loading, rows (dimmed while new ones load), or a notice in place of rows that says why there are
 * none.
 */
export type ListView<Row> =
  | { kind: 'loading' }
  | { kind: 'rows'; rows: readonly Row[]; waiting: boolean }
  | { kind: 'notice'; notice: ReactNode };

export interface DataTableProps<Row extends object> {
  /** Accessible name of the list. */
  label: string;
  /** Define columns at module level: a new array on each render would render all rows again. */
  columns: ListColumns<Row>;
  view: ListView<Row>;
  rowId: (row: Row) => string;
  /** Opens a row. The whole row can be clicked; the keyboard has the first link of the row. */
  onOpen?: (row: Row) => void;
  /** Id of the row whose detail is open. */
  openId?: string | undefined;
  /** Renders what opens in place, below the row with `openId`. */
  renderOpened?: (row: Row) => ReactNode;
  /** Ids of the selected rows; cells read the selection of their row by `useRowSelected`. */
  selectedIds?: ReadonlySet<string>;
  /** Shows the rows of phones on tablets too, for a table whose last columns would lie outside of its card there. */
  rowsOnTablets?: boolean;
  /** Renders a row on phones. By default rows are made from the columns (`ColumnLook.phone`). */
  renderPhoneRow?: (row: Row) => ReactNode;
  /** Title and main action, for a list in a card. */
  head?: ReactNode;
  footer?: ReactNode;
  /** Lines in a row, which set its height; 2 by default. */
  lines?: 1 | 2 | 3;
  /** Number of skeleton rows: the size of a full page. */
  skeletonRows?: number;
  /** Table width in rem below which the table scrolls inside its card; by default that of a full list. */
  minWidth?: number;
}

/** The list of all list pages: head, rows, states and pager in one card, or full-width rows on phones. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, head, footer } = props;
  const texts = useTexts(stateTexts);
  const narrow = useIsNarrow(props.rowsOnTablets === true ? 'tablet' : 'phone');
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
