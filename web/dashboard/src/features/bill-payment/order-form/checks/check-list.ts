import type { CheckAnswer, CheckedLine, CheckInput, OrderCheck } from '../order-queries';
import { isOrdered, type KeptVerdicts } from './kept-verdicts';

/** A check of a whole order, with all its lines. */
export interface WholeCheck extends OrderCheck {
  /** When the oldest of its verdicts was asked for, in milliseconds. */
  askedAt: number;
}

/** Asks the server for a check. Rejects if it fails. */
export type AskCheck = (input: CheckInput) => Promise<CheckAnswer>;

// The second call is needed where a new number is one that the list has in another writing: the money of the first one has
// it twice. A third, where the rules of the product changed in between.
const mostCalls = 3;

/**
 * Checks an order by asking for what isn't known: the numbers without a verdict that is young enough, and the money of all.
 * The result is that of a check of the whole list. Rejects if a call fails, or if the server's answers don't agree.
 */
export async function checkList(
  { destinationNos: list, ...order }: CheckInput,
  verdicts: KeptVerdicts,
  oldest: number,
  ask: AskCheck,
): Promise<WholeCheck> {
  verdicts.forget(oldest);
  for (let call = 1; call <= mostCalls; call += 1) {
    const judged = verdicts.judged(list);
    const sent = list.filter((_, index) => judged[index] === undefined);
    const others = orderedOf(judged);
    const askedAt = Date.now();
    // oxlint-disable-next-line no-await-in-loop -- a call depends on the answer before it
    const { omitted, ...answer } = await ask({ ...order, destinationNos: sent, otherLines: others, omitFine: true });
    verdicts.keep(sent, { lines: answer.lines, omitted }, askedAt);
    const lines = verdicts.judged(list);
    const quantity = others + omitted + orderedOf(answer.lines);
    if (isComplete(lines) && orderedOf(lines) === quantity) {
      return { ...answer, lines, askedAt: Math.min(askedAt, verdicts.oldest(list)) };
    }
  }
  throw new Error('the checks of a list do not agree');
}

function orderedOf(lines: readonly (CheckedLine | undefined)[]): number {
  return lines.filter((line) => line !== undefined && isOrdered(line)).length;
}

function isComplete(lines: readonly (CheckedLine | undefined)[]): lines is CheckedLine[] {
  return lines.every((line) => line !== undefined);
}
