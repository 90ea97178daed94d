import type { CheckAnswer, CheckedLine } from '../order-queries';

interface KeptVerdict {
  line: CheckedLine;
  /** In milliseconds. What was paid after this moment is not in the verdict. */
  askedAt: number;
}

/** A line that was left out of an answer: it is fine, ordered as it was given, and no contact has it. */
function fineLine(destinationNo: string): CheckedLine {
  return {
    index: 0,
    destinationNo,
    normalised: destinationNo,
    verdict: 'ok',
    message: '',
    reason: '',
    duplicateOf: null,
    paidAt: null,
    name: '',
    contactId: '',
  };
}

/** Whether a line is ordered: it has a number, and no line before it has the same. */
export function isOrdered({ normalised, verdict }: CheckedLine): boolean {
  return normalised !== null && verdict !== 'duplicate';
}

/**
 * The verdicts that the server gave, by number, so that a change of a list asks for what is new alone. Whether a line is a
 * duplicate depends on the others: that is judged here, over the whole list. All else depends on the number, the product,
 * the client, the language and the time: each of them has a set of its own, and `forget` is for the time.
 */
export class KeptVerdicts {
  private readonly verdicts = new Map<string, KeptVerdict>();

  /** `scope` names the product, the user and the language. */
  constructor(readonly scope: string) {}

  /** Forgets the verdicts that were asked for before a moment. */
  forget(before: number): void {
    for (const [number, { askedAt }] of this.verdicts) if (askedAt < before) this.verdicts.delete(number);
  }

  /** Keeps what the server said of numbers, in the order in which they were sent. Throws if it isn't about them. */
  keep(sent: readonly string[], { lines, omitted }: Pick<CheckAnswer, 'lines' | 'omitted'>, askedAt: number): void {
    const linesByIndex = new Map(lines.map((line) => [line.index, line]));
    const isAbout = lines.every(({ index, destinationNo }) => sent[index] === destinationNo);
    if (!isAbout || linesByIndex.size !== lines.length || lines.length + omitted !== sent.length) {
      throw new Error(`the check of ${sent.length} numbers is about ${lines.length} and ${omitted}`);
    }
    for (const [index, number] of sent.entries()) {
      const former = this.verdicts.get(number);
      // Two checks may run at once: the newer verdict counts.
      if (former && former.askedAt > askedAt) continue;
      this.verdicts.set(number, { line: linesByIndex.get(index) ?? fineLine(number), askedAt });
    }
  }

  /** The lines of a list as the server would judge all of them at once; undefined where it has to be asked. */
  judged(list: readonly string[]): (CheckedLine | undefined)[] {
    const firsts = new Map<string, number>();
    return list.map((number, index) => {
      const line = this.verdicts.get(number)?.line;
      if (line === undefined) return undefined;
      if (line.normalised === null) return { ...line, index };
      const first = firsts.get(line.normalised);
      if (first !== undefined) return duplicateOf(line, index, first);
      firsts.set(line.normalised, index);
      // The line that it was a duplicate of is gone, and nothing else is known of it.
      return line.verdict === 'duplicate' ? undefined : { ...line, index };
    });
  }

  /** When the oldest verdict of a list was asked for. */
  oldest(list: readonly string[]): number {
    return list.reduce((oldest, number) => Math.min(oldest, this.verdicts.get(number)?.askedAt ?? 0), Infinity);
  }
}

function duplicateOf(line: CheckedLine, index: number, first: number): CheckedLine {
  return { ...line, index, verdict: 'duplicate', reason: 'duplicate', message: '', paidAt: null, duplicateOf: first };
}
