import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { randomOf } from '../../../../../../test/random';
import { makeCheck, makeLine } from '../../../../../test/bill-fixtures';
import type { CheckAnswer, CheckedLine, CheckInput } from '../order-queries';
import { checkList, type WholeCheck } from './check-list';
import { KeptVerdicts } from './kept-verdicts';

const price = 10_250;
const minute = 60_000;

/** A server that judges numbers of which each has several writings. A call can get lost. */
class Server {
  readonly calls: CheckInput[] = [];
  lost = false;
  /** When numbers were bought last, in milliseconds. */
  private readonly paid = new Map<string, number>();

  pay(number: string): void {
    this.paid.set(number, Date.now());
  }

  readonly ask = async (input: CheckInput): Promise<CheckAnswer> => {
    this.calls.push(input);
    if (this.lost) throw new Error('no answer');
    return this.check(input);
  };

  /** The check of the real server: verdicts in their order, duplicates within the call, and the money of all. */
  check({ destinationNos, otherLines, omitFine }: CheckInput, now = Date.now()): CheckAnswer {
    const firsts = new Map<string, number>();
    const all = destinationNos.map((destinationNo, index): CheckedLine => {
      const normalised = destinationNo.replaceAll(/[ -]/gu, '').replace(/^62/u, '0');
      if (!/^\d+$/u.test(normalised)) return makeLine({ index, destinationNo, normalised: null, verdict: 'no_number' });
      const line = makeLine({ index, destinationNo, normalised });
      const first = firsts.get(normalised);
      if (first !== undefined) return { ...line, verdict: 'duplicate', reason: 'duplicate', duplicateOf: first };
      firsts.set(normalised, index);
      if (normalised.startsWith('0817')) return { ...line, verdict: 'wrong_prefix', message: 'Another operator' };
      const paidAt = this.paid.get(normalised);
      if (paidAt === undefined || paidAt > now) return line;
      return { ...line, verdict: 'recently_paid', paidAt: new Date(paidAt).toISOString() };
    });
    const lines = omitFine === true ? all.filter((line) => !isFine(line)) : all;
    const quantity = (otherLines ?? 0) + firsts.size;
    return makeCheck({ lines, omitted: all.length - lines.length, total: quantity * price });
  }
}

const isFine = (line: CheckedLine) => line.verdict === 'ok' && line.normalised === line.destinationNo;

/** One of thirty texts: eight numbers of two operators in three writings, and some that are none. */
function anyText(random: (bound: number) => number): string {
  const digits = `08${random(2) === 0 ? '12' : '17'}000000${random(4)}`;
  return (
    [digits, `62${digits.slice(1)}`, `${digits.slice(0, 4)}-${digits.slice(4)}`, `none ${random(6)}`][random(4)] ?? ''
  );
}

/** A list after an edit: as the form makes them, no text twice. */
function edited(list: readonly string[], random: (bound: number) => number): string[] {
  const at = random(list.length + 1);
  const added = Array.from({ length: 1 + random(3) }, () => anyText(random));
  const next = [
    () => [...list, ...added],
    () => [...list.slice(0, at), ...added, ...list.slice(at)],
    () => list.filter((_, index) => index !== at),
    () => list.slice(at),
    () => list.toReversed(),
    () => list,
  ][random(6)]?.();
  return [...new Set(next)];
}

const whole = (server: Server, list: readonly string[], now?: number): CheckAnswer =>
  server.check({ productCode: 'TSEL10', destinationNos: [...list] }, now);

/** What a check says, without the message of duplicates, which the page gives no words. */
const saidBy = ({ lines, total }: Pick<CheckAnswer, 'lines' | 'total'>) => ({ lines, total });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the check of a list by its changes', () => {
  it('says what a check of the whole list says, after any edits and lost answers', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed);
      const server = new Server();
      const verdicts = new KeptVerdicts('');
      let list: string[] = [];
      for (let step = 0; step < 20; step += 1) {
        list = edited(list, random);
        if (list.length === 0) continue;
        server.lost = random(5) === 0;
        const input = { productCode: 'TSEL10', destinationNos: list };
        // oxlint-disable-next-line no-await-in-loop -- one edit after the other
        const result = await checkList(input, verdicts, 0, server.ask).then(saidBy, () => 'lost');
        const expected = server.lost ? 'lost' : saidBy(whole(server, list));
        expect(result, `seed ${seed}: ${list.join(', ')}`).toEqual(expected);
      }
    }
  });

  it('has no verdict that is older than it may be', async () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = randomOf(seed);
      const server = new Server();
      const verdicts = new KeptVerdicts('');
      let list: string[] = [];
      for (let step = 0; step < 20; step += 1) {
        list = edited(list, random);
        vi.advanceTimersByTime(random(minute));
        server.pay(`0812000000${random(4)}`);
        vi.advanceTimersByTime(1 + random(minute));
        if (list.length === 0) continue;
        const oldest = Date.now() - random(3) * minute;
        const input = { productCode: 'TSEL10', destinationNos: list };
        // oxlint-disable-next-line no-await-in-loop -- one edit after the other
        const check = await checkList(input, verdicts, oldest, server.ask);
        expect(check.askedAt, `seed ${seed}`).toBeGreaterThanOrEqual(oldest);
        // What had been paid by the moment that the check vouches for is told.
        const missed = whole(server, list, check.askedAt).lines.filter(
          ({ verdict }, index) => verdict === 'recently_paid' && check.lines[index]?.verdict !== verdict,
        );
        expect(missed, `seed ${seed}`).toEqual([]);
      }
    }
  });

  it('sends what is new, and nothing else but how many others are ordered', async () => {
    const server = new Server();
    const verdicts = new KeptVerdicts('');
    const list = ['08120000000', 'none', '62812-0000000', '08170000001'];
    const check = async (destinationNos: string[]): Promise<WholeCheck> =>
      await checkList({ productCode: 'TSEL10', destinationNos, amount: 5000 }, verdicts, 0, server.ask);
    await check(list);
    await check([...list, '08120000002']);
    await check(list.slice(1));
    // Back: its verdict is still known.
    await check(list);
    const order = { productCode: 'TSEL10', amount: 5000, omitFine: true };
    expect(server.calls).toEqual([
      { ...order, destinationNos: list, otherLines: 0 },
      { ...order, destinationNos: ['08120000002'], otherLines: 2 },
      // Of the duplicate nothing else is known, so it is asked for when the first one is gone.
      { ...order, destinationNos: ['62812-0000000'], otherLines: 1 },
      { ...order, destinationNos: [], otherLines: 2 },
    ]);
  });

  it('sends and gets less than 2 kB after one of ten thousand numbers was removed', async () => {
    const server = new Server();
    const verdicts = new KeptVerdicts('');
    const list = Array.from({ length: 10_000 }, (_, index) => `0812${10_000_000 + index}`);
    await checkList({ productCode: 'TSEL10', destinationNos: list }, verdicts, 0, server.ask);
    const input = { productCode: 'TSEL10', destinationNos: list.slice(1) };
    expect(await checkList(input, verdicts, 0, server.ask)).toMatchObject({ total: 9999 * price });
    const [, call] = server.calls;
    expect(server.calls).toHaveLength(2);
    expect(JSON.stringify([call, call && server.check(call)]).length).toBeLessThan(2000);
  });

  it('asks for the money again when a new number is one of the list in another writing', async () => {
    const server = new Server();
    const verdicts = new KeptVerdicts('');
    const check = async (destinationNos: string[]) =>
      await checkList({ productCode: 'TSEL10', destinationNos }, verdicts, 0, server.ask);
    await check(['08120000000']);
    expect(await check(['08120000000', '0812-0000000'])).toMatchObject({ total: price });
    expect(server.calls.map(({ destinationNos, otherLines }) => [destinationNos, otherLines])).toEqual([
      [['08120000000'], 0],
      [['0812-0000000'], 1],
      [[], 1],
    ]);
  });

  it('takes no answer that is not about what was sent', async () => {
    const input = { productCode: 'TSEL10', destinationNos: ['08120000000', '08120000001'] };
    const answers: Partial<CheckAnswer>[] = [
      { omitted: 1 },
      { omitted: 3 },
      { lines: [makeLine({ index: 1, destinationNo: '08120000000' })], omitted: 1 },
      { lines: [0, 0].map((index) => makeLine({ index, destinationNo: '08120000000' })) },
    ];
    for (const answer of answers) {
      const verdicts = new KeptVerdicts('');
      // oxlint-disable-next-line no-await-in-loop -- each by itself
      await expect(checkList(input, verdicts, 0, async () => Promise.resolve(makeCheck(answer)))).rejects.toThrow(
        'the check of 2 numbers',
      );
      expect(verdicts.judged(input.destinationNos)).toEqual([undefined, undefined]);
    }
  });
});

const answer = (verdict: CheckedLine['verdict']) => ({
  lines: [makeLine({ destinationNo: '08120000000', verdict })],
  omitted: 0,
});

it('keeps the newer verdict of two checks that run at once', () => {
  const verdicts = new KeptVerdicts('');
  const numbers = ['08120000000'];
  verdicts.keep(numbers, answer('recently_paid'), 2);
  verdicts.keep(numbers, answer('ok'), 1);
  expect(verdicts.judged(numbers)[0]?.verdict).toBe('recently_paid');
  expect(verdicts.oldest(numbers)).toBe(2);
});
