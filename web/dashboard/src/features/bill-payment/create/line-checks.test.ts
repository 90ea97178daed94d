import { expect, it } from 'vitest';

import type { CheckedLine, FoundBill } from '../bill-queries';
import { countsOf, doubtfulCount, knownLines, totalOfBills } from './line-checks';

const verdict = (destinationNo: string, kind: CheckedLine['verdict'], name = ''): [string, CheckedLine] => [
  destinationNo,
  {
    destinationNo,
    normalised: destinationNo,
    name,
    contactId: name && '7',
    verdict: kind,
    message: kind,
    paidAt: null,
    reason: '',
    duplicateOf: null,
  },
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
