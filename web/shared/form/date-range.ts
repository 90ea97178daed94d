import { addDays, type Day, daysBetween, isDay } from '@shared/format/calendar-day';

/** A chosen range; both ends are days in the client's zone and belong to it. */
export interface DateRange {
  start: Day;
  end: Day;
}

/** What an area allows: orders 2 days, their export 31, reports 7. */
export interface DateRangeRule {
  /** End minus start, at most; 2 lets three calendar days through. */
  maxSpan: number;
  /** The last day that can be picked, usually today in the client's zone. */
  lastDay: Day;
}

export type DateRangeProblem = 'missing' | 'tooLong' | 'future' | 'reversed';

/** What is wrong with a range, or null. The server asks the same; this only spares the way. */
export function dateRangeProblem(range: Partial<DateRange> | null, rule: DateRangeRule): DateRangeProblem | null {
  const { start, end } = range ?? {};
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return 'missing';
  if (daysBetween(start, end) < 0) return 'reversed';
  if (daysBetween(end, rule.lastDay) < 0) return 'future';
  return daysBetween(start, end) > rule.maxSpan ? 'tooLong' : null;
}

/**
 * Whether a day is out of reach in the picker. Once the first end is picked, days too far
 * from it to either side are out as well, so that a range that is too long can't be made.
 */
export function isDayDisabled(day: Day, picked: Day | null, rule: DateRangeRule): boolean {
  if (daysBetween(day, rule.lastDay) < 0) return true;
  return picked !== null && Math.abs(daysBetween(picked, day)) > rule.maxSpan;
}

/** The range up to the last day that a form starts with: today and the days before it. */
export function latestRange(days: number, rule: DateRangeRule): DateRange {
  return { start: addDays(rule.lastDay, 1 - days), end: rule.lastDay };
}
