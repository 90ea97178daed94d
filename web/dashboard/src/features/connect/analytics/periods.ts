import type { DateRange } from '@shared/form/date-range';
import { addDays, type Day, daysBetween } from '@shared/format/calendar-day';

/** The shortcuts of the range picker, in their order (docs/product/analytics.md#ranges). */
export const shortcuts = [
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'last7',
  'last30',
  'lastMonth',
  'last3Months',
  'last6Months',
  'lastYear',
  'q1',
  'q2',
  'q3',
  'q4',
] as const;
export type Shortcut = (typeof shortcuts)[number];

const monthsInQuarter = 3;
const monthsInYear = 12;

/** Returns the previous period: as many days, just before. */
export function previousPeriod({ start, end }: DateRange): DateRange {
  const before = addDays(start, -1);
  return { start: addDays(before, -daysBetween(start, end)), end: before };
}

/**
 * Returns the range of a shortcut, or null if none of its days is over. Figures end yesterday, so a period that is not
 * over ends there too. Weeks begin on Monday, and quarters are those of this year.
 */
export function rangeOf(shortcut: Shortcut, today: Day): DateRange | null {
  const whole = wholeRange(shortcut, today);
  const yesterday = addDays(today, -1);
  if (daysBetween(whole.start, yesterday) < 0) return null;
  return { start: whole.start, end: daysBetween(whole.end, yesterday) < 0 ? yesterday : whole.end };
}

function wholeRange(shortcut: Shortcut, today: Day): DateRange {
  const yesterday = addDays(today, -1);
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  switch (shortcut) {
    case 'thisWeek':
      return { start: addDays(today, -daysSinceMonday(today)), end: yesterday };
    case 'thisMonth':
      return { start: firstOf(year, month), end: yesterday };
    case 'thisQuarter':
      return { start: firstOf(year, month - (month % monthsInQuarter)), end: yesterday };
    case 'thisYear':
      return { start: firstOf(year, 0), end: yesterday };
    case 'last7':
      return { start: addDays(today, -7), end: yesterday };
    case 'last30':
      return { start: addDays(today, -30), end: yesterday };
    case 'lastMonth':
      return months(year, month, 1);
    case 'last3Months':
      return months(year, month, 3);
    case 'last6Months':
      return months(year, month, 6);
    case 'lastYear':
      return { start: firstOf(year - 1, 0), end: addDays(firstOf(year, 0), -1) };
    default: {
      const first = (Number(shortcut.slice(1)) - 1) * monthsInQuarter;
      return { start: firstOf(year, first), end: addDays(firstOf(year, first + monthsInQuarter), -1) };
    }
  }
}

/** The whole months before a month. */
function months(year: number, month: number, count: number): DateRange {
  return { start: firstOf(year, month - count), end: addDays(firstOf(year, month), -1) };
}

/** The first day of a month, which may be before January or after December. */
function firstOf(year: number, month: number): Day {
  const total = year * monthsInYear + month;
  const text = String((total % monthsInYear) + 1).padStart(2, '0');
  return `${Math.floor(total / monthsInYear)}-${text}-01`;
}

const monday = '2024-01-01';
const daysInWeek = 7;

function daysSinceMonday(day: Day): number {
  return ((daysBetween(monday, day) % daysInWeek) + daysInWeek) % daysInWeek;
}
