import { expect, it } from 'vitest';

import { makeLine } from '../../../../../test/bill-fixtures';
import type { CheckedLine, FoundBill } from '../order-queries';
import { countsOf, doubtfulCount, doubtfulVerdicts, knownLines, totalOfBills } from './line-checks';

const verdict = (destinationNo: string, kind: CheckedLine['verdict'], name = ''): [string, CheckedLine] => [
  destinationNo,
  makeLine({ destinationNo, name, contactId: name && '7', verdict: kind, message: kind }),
];

const bill = (destinationNo: string, amount: number | null): [string, FoundBill] => [
  destinationNo,
  { destinationNo, found: amount !== null, name: amount === null ? '' : 'ANI', amount, reason: 'no bill' },
];

it('joins lines with their verdicts and bills, and counts them', () => {
  const lines = knownLines(
    ['1', '2', '3', '4', '5', '6'].map((destinationNo) => ({ destinationNo, id: '', name: '' })),
    new Map([
      verdict('1', 'ok', 'Siti'),
      verdict('2', 'wrong_prefix'),
      verdict('3', 'ok'),
      verdict('4', 'ok'),
      verdict('5', 'no_number'),
    ]),
    new Map([bill('2', 1), bill('3', 50_000), bill('4', null)]),
  );
  expect(lines.map(({ kind }) => kind)).toEqual(['ok', 'wrong_prefix', 'bill', 'no_bill', 'no_number', undefined]);
  expect(lines[0]).toMatchObject({ name: 'Siti', id: '7' });
  expect(lines[2]).toMatchObject({ name: 'ANI', amount: 50_000 });
  const counts = countsOf(lines, 3);
  expect(counts.get('ok')).toBe(1);
  expect(doubtfulCount(counts)).toBe(2);
  expect(totalOfBills(lines)).toBe(50_000);
});

it('shows a repaired number with the original, and the name of the file before that of a contact', () => {
  const repair = { code: 'decimal' as const, message: 'The decimals were cut', original: '81234567890.0' };
  const [line] = knownLines(
    [{ destinationNo: '81234567890.0', id: '', name: 'Ani', line: 7 }],
    new Map([
      [
        '81234567890.0',
        makeLine({ destinationNo: '81234567890.0', normalised: '081234567890', name: 'Siti', contactId: '7', repair }),
      ],
    ]),
    new Map(),
  );
  expect(line).toMatchObject({
    kind: 'repaired',
    ordered: '081234567890',
    original: '81234567890.0',
    name: 'Ani',
    id: '7',
    line: 7,
  });
});

it('asks about doubtful verdicts and about bills that were not found', () => {
  const judged = [makeLine({}), makeLine({ verdict: 'recently_paid' }), makeLine({ verdict: 'wrong_form' })];
  expect(doubtfulVerdicts(judged, [])).toBe(2);
  const plainLines = knownLines(
    [{ destinationNo: '4', id: '', name: '' }],
    new Map([verdict('4', 'ok')]),
    new Map([bill('4', null)]),
  );
  expect(doubtfulVerdicts(judged, plainLines)).toBe(3);
});
