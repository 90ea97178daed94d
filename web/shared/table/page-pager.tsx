import type { ListView } from './data-table';
import { Pager } from './pager';

interface PagePagerProps<Row extends object> {
  /** The page as the URL has it, from 1; undefined is the first. */
  page: number | undefined;
  pageSize: number;
  view: ListView<Row>;
  /** Rows on all pages, where the server counts them. The number of the page is a field then. */
  total?: number | undefined;
  /** Whether another page follows, where the server says so. Without it and without `total`, one follows a full page. */
  hasNext?: boolean | undefined;
  /** Opens a page; undefined is the first, which the URL does not name. */
  onPage: (page: number | undefined) => void;
}

/** The pager of a list that is read by the number of the page. A notice in place of rows has ways of its own. */
export function PagePager<Row extends object>(props: PagePagerProps<Row>) {
  const { page = 1, pageSize, view, total, hasNext, onPage } = props;
  if (view.kind === 'notice') return null;
  // Rows that wait for others are those of another page: what follows them is not known from them.
  const rows = view.kind === 'rows' && !view.waiting ? view.rows : undefined;
  const open = (next: number) => onPage(next <= 1 ? undefined : next);
  const follows = hasNext ?? (total === undefined ? rows?.length === pageSize : page * pageSize < total);
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      rowCount={rows?.length}
      total={total}
      onPage={total === undefined ? undefined : open}
      onPrevious={page > 1 ? () => open(page - 1) : null}
      onNext={rows && follows ? () => open(page + 1) : null}
    />
  );
}
