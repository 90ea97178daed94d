import { describe, expect, it } from 'vitest';

import { dateRangeProblem, isDayDisabled, latestRange } from './date-range';

const rule = { maxSpan: 2, lastDay: '2026-11-21' };

describe('dateRangeProblem', () => {
  it.each([
    ['one day', '2026-11-21', '2026-11-21', null],
    ['two days', '2026-11-20', '2026-11-21', null],
    ['the longest: end minus start is 2', '2026-11-19', '2026-11-21', null],
    ['one day more', '2026-11-18', '2026-11-21', 'tooLong'],
    ['over a month end', '2026-10-30', '2026-11-01', null],
    ['over a month end, too long', '2026-10-29', '2026-11-01', 'tooLong'],
    ['over a leap day', '2024-02-28', '2024-03-01', null],
    ['tomorrow', '2026-11-21', '2026-11-22', 'future'],
    ['swapped', '2026-11-21', '2026-11-20', 'reversed'],
    ['no start', undefined, '2026-11-21', 'missing'],
    ['no end', '2026-11-21', undefined, 'missing'],
    ['no such day', '2026-11-31', '2026-11-31', 'missing'],
  ])('%s', (_, start, end, problem) => {
    expect(dateRangeProblem({ start, end }, rule)).toBe(problem);
  });

  it('misses a range that is not there', () => {
    expect(dateRangeProblem(null, rule)).toBe('missing');
  });
});

describe('isDayDisabled', () => {
  it.each([
    ['2026-11-21', null, false],
    ['2026-11-22', null, true],
    ['2020-01-01', null, false],
    ['2026-11-17', '2026-11-19', false],
    ['2026-11-16', '2026-11-19', true],
    ['2026-11-21', '2026-11-19', false],
    ['2026-11-21', '2026-11-18', true],
  ])('%s after picking %s: %s', (day, picked, disabled) => {
    expect(isDayDisabled(day, picked, rule)).toBe(disabled);
  });
});

describe('latestRange', () => {
  it.each([
    [1, '2026-11-21'],
    [2, '2026-11-20'],
  ])('%d days', (days, start) => {
    expect(latestRange(days, rule)).toEqual({ start, end: '2026-11-21' });
  });
});
