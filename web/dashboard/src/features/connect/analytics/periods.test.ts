import { describe, expect, it } from 'vitest';

import { previousPeriod, rangeOf, type Shortcut } from './periods';

it('compares with as many days before', () => {
  expect(previousPeriod({ start: '2026-11-22', end: '2026-11-22' })).toEqual({
    start: '2026-11-21',
    end: '2026-11-21',
  });
  expect(previousPeriod({ start: '2026-10-22', end: '2026-11-20' })).toEqual({
    start: '2026-09-22',
    end: '2026-10-21',
  });
  expect(previousPeriod({ start: '2026-01-01', end: '2026-03-01' })).toEqual({
    start: '2025-11-02',
    end: '2025-12-31',
  });
});

describe('shortcuts', () => {
  it.each<[Shortcut, string, string | null]>([
    ['thisWeek', '2026-11-25', '2026-11-23 2026-11-24'],
    ['thisWeek', '2026-11-23', null],
    ['thisWeek', '2026-11-29', '2026-11-23 2026-11-28'],
    ['thisMonth', '2026-11-23', '2026-11-01 2026-11-22'],
    ['thisMonth', '2026-11-01', null],
    ['thisQuarter', '2026-11-23', '2026-10-01 2026-11-22'],
    ['thisYear', '2026-01-01', null],
    ['thisYear', '2026-11-23', '2026-01-01 2026-11-22'],
    ['last7', '2026-11-23', '2026-11-16 2026-11-22'],
    ['last30', '2026-11-23', '2026-10-24 2026-11-22'],
    ['lastMonth', '2026-01-15', '2025-12-01 2025-12-31'],
    ['lastMonth', '2028-03-01', '2028-02-01 2028-02-29'],
    ['last3Months', '2026-02-10', '2025-11-01 2026-01-31'],
    ['last6Months', '2026-11-23', '2026-05-01 2026-10-31'],
    ['lastYear', '2026-11-23', '2025-01-01 2025-12-31'],
    ['q1', '2026-11-23', '2026-01-01 2026-03-31'],
    ['q4', '2026-11-23', '2026-10-01 2026-11-22'],
    ['q4', '2026-09-30', null],
    ['q2', '2026-04-01', null],
  ])('%s on %s', (shortcut, today, expected) => {
    const range = rangeOf(shortcut, today);
    expect(range && `${range.start} ${range.end}`).toBe(expected);
  });
});
