import { expect, it } from 'vitest';

import type { Counts, Line, ScheduledStatus } from '../scheduled-order-queries';
import { retryable, rowsOf, segmentsOf } from './detail-rules';

const numbers = Array.from({ length: 12 }, (_, index) => `08120000${index}`);

function line(number: number, status: Line['status']): Line {
  const rest = {
    amount: null,
    price: 1,
    name: '',
    serialNumber: '',
    reason: null,
    refunded: false,
    retriable: false,
    wrongNumber: false,
  };
  const at = '2026-11-21T02:00:00Z';
  return {
    line: number,
    orderId: '1',
    destinationNo: numbers[number - 1] ?? '',
    status,
    ...rest,
    createdAt: at,
    updatedAt: at,
  };
}

it.each<[ScheduledStatus, Line['status']]>([
  ['scheduled', 'waiting'],
  ['draft', 'waiting'],
  ['done', 'failed'],
  ['canceled', 'failed'],
])('a destination of a %s order without a line is %s', (status, state) => {
  const rows = rowsOf({ status, destinationNos: numbers, orders: [line(1, 'success')] }, 1);
  expect(rows.map((row) => row.status).slice(0, 2)).toEqual(['success', state]);
  expect(rows).toHaveLength(10);
});

it('has the rest of the lines on its last page, by their numbers', () => {
  const orders = [line(12, 'error'), line(11, 'pending')];
  const rows = rowsOf({ status: 'scheduled', destinationNos: numbers, orders }, 2);
  expect(rows.map(({ line: number, status }) => [number, status])).toEqual([
    [11, 'pending'],
    [12, 'error'],
  ]);
});

const counts: Counts = { total: 320, success: 202, failed: 8, error: 2, pending: 12, canceled: 0, waiting: 96 };

it('shows a bill that was paid already among the failed ones, and the parts add up', () => {
  const parts = segmentsOf(counts);
  expect(parts.find(({ kind }) => kind === 'failed')?.count).toBe(10);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(320);
});

it.each([
  ['done', [], 12, { failed: 8, canceled: 5 }],
  ['done', ['77'], 12, { failed: 0, canceled: 0 }],
  ['scheduled', [], 0, { failed: 0, canceled: 0 }],
  ['canceled', [], 0, { failed: 8, canceled: 5 }],
  ['canceled', [], 12, { failed: 0, canceled: 0 }], // its last lines are under way
] as const)('of a %s order that was retried by %j with %d lines under way, %j can be tried again', (...row) => {
  const [status, retriedBy, pending, lines] = row;
  const executedAt = '2026-11-21T02:00:00Z';
  const now = { ...counts, canceled: 5, pending, waiting: 0 };
  expect(retryable({ status, counts: now, executedAt, retriedBy: [...retriedBy] })).toEqual(lines);
});
