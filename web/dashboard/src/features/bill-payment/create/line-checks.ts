import type { CheckedLine, FoundBill } from '../bill-queries';
import type { Destination } from './destinations';

/** The kinds of lines, in the order of the panel. Duplicates are out of the list already. */
export const lineKinds = [
  'bill',
  'ok',
  'duplicate',
  'no_number',
  'wrong_form',
  'wrong_prefix',
  'recently_paid',
  'no_bill',
] as const;

/** What is known of a line: the server's verdict, or what became of the search for its bill. */
export type LineKind = (typeof lineKinds)[number];

/** Kinds that Proceed asks about: they would fail, or were paid a short time ago. */
const doubtful: ReadonlySet<LineKind> = new Set(['wrong_form', 'wrong_prefix', 'recently_paid', 'no_bill']);

/** A line with what is known of it. */
export interface KnownLine extends Destination {
  /** Undefined while it is not checked. */
  kind: LineKind | undefined;
  /** Why it is of its kind; empty for good ones. */
  message: string;
  /** Of its bill with our fee. */
  amount: number | undefined;
}

/** Whether lines of a kind can be dropped at once. */
export function isDoubtful(kind: LineKind): boolean {
  return doubtful.has(kind) || kind === 'no_number';
}

/** Joins destinations with their verdicts and bills. */
export function knownLines(
  destinations: readonly Destination[],
  verdicts: ReadonlyMap<string, CheckedLine>,
  bills: ReadonlyMap<string, FoundBill>,
): KnownLine[] {
  return destinations.map((destination) => {
    const verdict = verdicts.get(destination.destinationNo);
    const bill = bills.get(destination.destinationNo);
    const none = { ...destination, message: '', amount: undefined };
    if (!verdict) return { ...none, kind: undefined };
    const named = destination.name === '' ? { ...none, id: verdict.contactId, name: verdict.name } : none;
    if (verdict.verdict !== 'ok' && verdict.verdict !== 'duplicate') {
      return { ...named, kind: verdict.verdict, message: verdict.message };
    }
    if (!bill) return { ...named, kind: 'ok' };
    if (!bill.found) return { ...named, kind: 'no_bill', message: bill.reason ?? '' };
    return { ...named, kind: 'bill', name: bill.name || named.name, amount: bill.amount ?? undefined };
  });
}

/** Counts lines by kind, with the duplicates that were merged. Kinds without lines are left out. */
export function countsOf(lines: readonly KnownLine[], duplicates: number): ReadonlyMap<LineKind, number> {
  const counts = new Map<LineKind, number>();
  if (duplicates > 0) counts.set('duplicate', duplicates);
  for (const { kind } of lines) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Whether a check found nothing to tell: all lines are fine. */
export function isPlain(counts: ReadonlyMap<LineKind, number>): boolean {
  return [...counts.keys()].every((kind) => kind === 'ok');
}

/** How many lines Proceed asks about. */
export function doubtfulCount(counts: ReadonlyMap<LineKind, number>): number {
  return [...counts].reduce((sum, [kind, count]) => sum + (doubtful.has(kind) ? count : 0), 0);
}

/** The sum of the bills that were found. */
export function totalOfBills(lines: readonly KnownLine[]): number {
  return lines.reduce((sum, { amount = 0 }) => sum + amount, 0);
}
