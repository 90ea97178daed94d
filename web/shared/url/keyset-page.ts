/** The position in a list that is read by keyset: the page for people, a cursor for the server. */
export interface KeysetPage {
  page: number | undefined;
  /** Cursor: rows older than this one. */
  before: string | undefined;
  /** Cursor: rows newer than this one. */
  after: string | undefined;
}

/** The first page. It has no cursor, so that it shows new rows. */
export const firstKeysetPage: KeysetPage = { page: undefined, before: undefined, after: undefined };

/** The position after a page, whose last row is given; null if the page is not full and so is the last. */
export function keysetPageAfter<Row>(
  page: number | undefined,
  rows: readonly Row[],
  pageSize: number,
  idOf: (row: Row) => string,
): KeysetPage | null {
  const last = rows.at(-1);
  if (rows.length < pageSize || last === undefined) return null;
  return { page: (page ?? 1) + 1, before: idOf(last), after: undefined };
}

/** The position before a page, whose first row is given; null on the first page. */
export function keysetPageBefore<Row>(
  page: number | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): KeysetPage | null {
  const previous = (page ?? 1) - 1;
  if (previous < 1) return null;
  if (previous === 1) return firstKeysetPage;
  const first = rows.at(0);
  return { page: previous, before: undefined, after: first === undefined ? undefined : idOf(first) };
}
