import { describe, expect, it } from 'vitest';

import { ordersTexts } from '../orders-texts';
import { exportFilterTexts, finishedNow } from './export-rules';

describe('finishedNow', () => {
  const running = [{ id: 'a', status: 'running' as const }];
  const done = [{ id: 'a', status: 'done' as const }];
  it.each([
    ['ended', running, done, true],
    ['was done before', done, done, false],
    ['is new and done at once', [], done, true],
    ['still runs', running, running, false],
    ['failed', running, [{ id: 'a', status: 'failed' as const }], false],
  ])('%s', (_, before, after, isFinished) => expect(finishedNow(before, after)).toBe(isFinished));
});

describe('exportFilterTexts', () => {
  const nothing = { query: '', scheduledOrderId: '', filterType: 0, paymentType: '', hour: null };
  it.each([
    [nothing, []],
    [
      { ...nothing, query: '$0812', filterType: 3, paymentType: 'settlement', hour: '2026-11-20T03:00:00Z' },
      ['$0812', 'at 03:00', 'Failed', 'Settlement'],
    ],
    [{ ...nothing, filterType: 4 }, ['Success']],
    [{ ...nothing, scheduledOrderId: '12' }, ['scheduled order 12']],
  ])('%o', (filter, expected) => {
    expect(exportFilterTexts(filter, ordersTexts.en, (hour) => `at ${hour.slice(11, 16)}`)).toEqual(expected);
  });
});
