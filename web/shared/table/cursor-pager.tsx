import type { ListView } from './data-table';
import { Pager } from './pager';

interface CursorPagerProps<Row extends object, Search> {
  /** Page number from 1. */
  page: number;
  pageSize: number;
  view: ListView<Row>;
  /** The URL after a page, or null if it is the last. */
  next: (rows: readonly Row[]) => Search | null;
  /** The URL before a page, or null on the first. */
  previous: (rows: readonly Row[]) => Search | null;
  onSearch: (search: Search) => void;
}

/** The pager of a list that is read by keyset. */
export function CursorPager<Row extends object, Search>(props: CursorPagerProps<Row, Search>) {
  const { page, pageSize, view, onSearch } = props;
  // Cursors come from the rows, so both arrows are disabled until the rows of this page are loaded.
  const rows = view.kind === 'rows' && !view.waiting ? view.rows : undefined;
  const next = rows ? props.next(rows) : null;
  const previous = rows ? props.previous(rows) : null;
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      rowCount={rows?.length}
      onPrevious={previous && (() => onSearch(previous))}
      onNext={next && (() => onSearch(next))}
    />
  );
}
