import { describe, expect, it } from 'vitest';

import { addDays, daysBetween, formatDay, formatDayRange, formatLongDay, isDay, todayIn } from './calendar-day';

describe('isDay', () => {
  it.each([
    ['2026-11-21', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['2026-11-21T00:00:00Z', false],
    ['21-11-2026', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });
});

describe('day arithmetic', () => {
  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %d days is %s', (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
    expect(daysBetween(day, expected)).toBe(count);
  });

  it.each([
    ['2026-11-21T16:59:59Z', 'Asia/Jakarta', '2026-11-21'],
    ['2026-11-21T17:00:00Z', 'Asia/Jakarta', '2026-11-22'],
    ['2026-11-21T15:00:00Z', 'Asia/Jayapura', '2026-11-22'],
    ['2026-01-01T03:00:00Z', 'America/New_York', '2025-12-31'],
  ])('at %s it is in %s the day %s', (instant, zone, day) => {
    expect(todayIn(zone, new Date(instant))).toBe(day);
  });
});

describe('day texts', () => {
  it.each([
    ['2026-11-20', '2026-11-21', 'en', '20 Nov – 21 Nov 2026', '20 – 21 Nov 2026'],
    ['2026-11-21', '2026-11-21', 'en', '21 Nov 2026', '21 Nov 2026'],
    ['2026-11-30', '2026-12-01', 'en', '30 Nov – 1 Dec 2026', '30 Nov – 1 Dec 2026'],
    ['2026-12-31', '2027-01-01', 'en', '31 Dec 2026 – 1 Jan 2027', '31 Dec 2026 – 1 Jan 2027'],
    ['2026-12-30', '2026-12-31', 'id', '30 Des – 31 Des 2026', '30 – 31 Des 2026'],
  ] as const)('%s to %s in %s', (start, end, language, field, sentence) => {
    expect(formatDayRange(start, end, language)).toBe(field);
    expect(formatDayRange(start, end, language, true)).toBe(sentence);
  });

  it('shows what it cannot read as it is', () => {
    expect(formatDay('soon', 'en')).toBe('soon');
    expect(formatLongDay('2026-08-05', 'id')).toBe('5 Agustus 2026');
  });
});
