import type { ImportRow } from './import-queries';

/** What the rows of a file can be narrowed by. */
export const rowKinds = ['all', 'higher', 'lower', 'new', 'ended', 'below', 'unchanged', 'error'] as const;
export type RowKind = (typeof rowKinds)[number];

/** Whether a row is of a kind. One that changes nothing today counts as unchanged. */
function isOfKind(row: ImportRow, kind: RowKind): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'below':
      return row.below;
    case 'unchanged':
      return row.outcome === 'unchanged' || row.outcome === 'same';
    default:
      return row.outcome === kind;
  }
}

/** How many rows are of each kind. Those that are neither `all` nor `below` add up to the rows that were read. */
export function countsOf(rows: readonly ImportRow[]): Record<RowKind, number> {
  const count = (kind: RowKind) => rows.filter((row) => isOfKind(row, kind)).length;
  return {
    all: rows.length,
    higher: count('higher'),
    lower: count('lower'),
    new: count('new'),
    ended: count('ended'),
    below: count('below'),
    unchanged: count('unchanged'),
    error: count('error'),
  };
}

/** How many rows change something when they are applied. */
export function changesIn(rows: readonly ImportRow[]): number {
  return rows.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'error').length;
}

/** The rows that a search and a kind leave. */
export function narrowed(rows: readonly ImportRow[], kind: RowKind, search: string): ImportRow[] {
  const text = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      isOfKind(row, kind) &&
      [row.productCode, row.productName, row.clientName, String(row.clientId ?? '')].some((one) =>
        one.toLowerCase().includes(text),
      ),
  );
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The faulty lines of a file with their reasons, as a file. */
export function faultyLines(content: string, rows: readonly ImportRow[]): string {
  const lines = content.split(/\r?\n/u);
  const faulty = rows.filter(({ outcome }) => outcome === 'error');
  return [
    `${lines[0] ?? ''},reason`,
    ...faulty.map(({ line, reason }) => `${lines[line - 1] ?? ''},${quoted(reason)}`),
    '',
  ].join('\n');
}
