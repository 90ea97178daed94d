import { expect, it } from 'vitest';

import { firstDay, formatDayOfMonth, formatMonth, isMonth, lastDay, monthBefore, shortWeekday } from './calendar-month';

it('knows the ends of months, and the month before', () => {
  expect(['2026-02', '2028-02', '2026-12', '2026-04'].map((month) => [firstDay(month), lastDay(month)])).toEqual([
    ['2026-02-01', '2026-02-28'],
    ['2028-02-01', '2028-02-29'],
    ['2026-12-01', '2026-12-31'],
    ['2026-04-01', '2026-04-30'],
  ]);
  expect(monthBefore('2026-01')).toBe('2025-12');
  expect(['2026-10', '2026-13', '2026-1', 'x', '2026-00'].filter((text) => isMonth(text))).toEqual(['2026-10']);
});

it('formats months and days in both languages', () => {
  expect([formatMonth('2026-10', 'en'), formatMonth('2026-10', 'id')]).toEqual(['October 2026', 'Oktober 2026']);
  expect([formatDayOfMonth('2026-10-02', 'en'), formatDayOfMonth('2026-10-02', 'id')]).toEqual(['2 Oct', '2 Okt']);
  expect([shortWeekday('2026-10-01', 'en'), shortWeekday('2026-10-01', 'id')]).toEqual(['Thu', 'Kam']);
});
