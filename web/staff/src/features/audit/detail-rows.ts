/** A fact of an entry: what was before and after, or a value alone. */
export interface DetailRow {
  name: string;
  before: string | undefined;
  after: string;
}

type Detail = Record<string, unknown>;

function isDetail(value: unknown): value is Detail {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns the facts of an entry. What stands under `before` and `after` is put side by side, name by name; a pair of plain
 * values is one row.
 */
export function detailRows({ before, after, ...facts }: Detail): DetailRow[] {
  const rows: DetailRow[] = [];
  if (isDetail(before) || isDetail(after)) {
    const [old, next] = [isDetail(before) ? before : {}, isDetail(after) ? after : {}];
    for (const name of new Set([...Object.keys(old), ...Object.keys(next)])) {
      rows.push({ name, before: show(old[name]), after: show(next[name]) });
    }
  } else if (before !== undefined || after !== undefined) {
    rows.push({ name: '', before: show(before), after: show(after) });
  }
  return [...rows, ...Object.entries(facts).map(([name, value]) => ({ name, before: undefined, after: show(value) }))];
}
