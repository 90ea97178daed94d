import type { CheckedLine, FoundBill } from '../order-queries';
import type { Destination, Duplicate } from '../destinations/destinations';

/** The kinds of lines, in the order of the panel. Merged duplicates are not lines any more; only their count is shown. */
export const lineKinds = [
  'bill',
  'ok',
  'repaired',
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
  /** The number that is ordered, where it isn't the one that was given. */
  ordered: string | undefined;
  /** The number as it was given, if it was repaired. */
  original: string | undefined;
  /** When a recently paid number was bought last. */
  paidAt: string | undefined;
  /** Of its bill with our fee. */
  amount: number | undefined;
}

/** Whether lines of a kind can be dropped at once. */
export function isDoubtful(kind: LineKind): boolean {
  return doubtful.has(kind) || kind === 'no_number';
}

const unknown = {
  kind: undefined as LineKind | undefined,
  message: '',
  ordered: undefined,
  original: undefined,
  paidAt: undefined,
  amount: undefined,
};

/** Joins destinations with their verdicts and bills. */
export function knownLines(
  destinations: readonly Destination[],
  verdicts: ReadonlyMap<string, CheckedLine>,
  bills: ReadonlyMap<string, FoundBill>,
): KnownLine[] {
  return destinations.map((destination): KnownLine => {
    const verdict = verdicts.get(destination.destinationNo);
    if (!verdict) return { ...destination, ...unknown };
    const line = judged(destination, verdict);
    const bill = bills.get(destination.destinationNo);
    if (bill === undefined || (verdict.verdict !== 'ok' && verdict.verdict !== 'duplicate')) return line;
    if (!bill.found) return { ...line, kind: 'no_bill', message: bill.reason ?? '' };
    return { ...line, kind: 'bill', message: '', name: bill.name || line.name, amount: bill.amount ?? undefined };
  });
}

/** A line with the server's verdict. A name of a file goes before that of a contact. */
function judged(destination: Destination, { verdict, ...check }: CheckedLine): KnownLine {
  const { destinationNo } = destination;
  const repair = check.repair ?? undefined;
  const isGood = verdict === 'ok' || verdict === 'duplicate';
  return {
    ...destination,
    ...unknown,
    id: destination.id || check.contactId,
    name: destination.name || check.name,
    kind: !isGood ? verdict : repair === undefined ? 'ok' : 'repaired',
    message: isGood ? (repair?.message ?? '') : check.message,
    ordered: check.normalised === destinationNo ? undefined : (check.normalised ?? undefined),
    original: repair?.original,
    paidAt: check.paidAt ?? undefined,
  };
}

/** A number that was merged, as a line to look at. */
export function duplicateLine({ destinationNo, name, line }: Duplicate): KnownLine {
  return { destinationNo, id: '', name, ...(line !== undefined && { line }), ...unknown, kind: 'duplicate' };
}

/** The lines of a kind; all without one. */
export function linesOfKind(lines: readonly KnownLine[], kind: LineKind | undefined): readonly KnownLine[] {
  return kind === undefined ? lines : lines.filter((line) => line.kind === kind);
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

/** How many lines of a judgement Proceed asks about, with those whose bill was not found. */
export function doubtfulVerdicts(answer: readonly CheckedLine[], otherLines: readonly KnownLine[]): number {
  const verdicts = answer.filter(({ verdict }) => doubtful.has(verdict)).length;
  return verdicts + otherLines.filter(({ kind }) => kind === 'no_bill').length;
}

/** The sum of the bills that were found. */
export function totalOfBills(lines: readonly KnownLine[]): number {
  return lines.reduce((sum, { amount = 0 }) => sum + amount, 0);
}
