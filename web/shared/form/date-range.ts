import { addDays, type Day, daysBetween, isDay } from '@shared/format/calendar-day';

/** A range of days in the client's zone, including both ends. */
export interface DateRange {
  start: Day;
  end: Day;
}

/** The limits of an area: 2 days for orders, 31 for their export, 7 for reports. */
export interface DateRangeRule {
  /** The most that end minus start may be. 2 allows three calendar days. */
  maxSpan: number;
  /** The last day that can be picked, usually today in the client's zone. */
  lastDay: Day;
}

export type DateRangeProblem = 'missing' | 'tooLong' | 'future' | 'reversed';

/** Returns what is wrong with a range, or null. The server checks the same. */
export function dateRangeProblem(range: Partial<DateRange> | null, rule: DateRangeRule): DateRangeProblem | null {
  const { start, end } = range ?? {};
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return 'missing';
  if (daysBetween(start, end) < 0) return 'reversed';
  if (daysBetween(end, rule.lastDay) < 0) return 'future';
  return daysBetween(start, end) > rule.maxSpan ? 'tooLong' : null;
}

/**
 * Reports whether a day is disabled in the picker. Once the first end is picked, days that would make the range too
 * long are disabled too.
 */
export function isDayDisabled(day: Day, picked: Day | null, rule: DateRangeRule): boolean {
  if (daysBetween(day, rule.lastDay) < 0) return true;
  return picked !== null && Math.abs(daysBetween(picked, day)) > rule.maxSpan;
}

/** Returns the latest allowed range of `days` days, for a form to start with. */
export function latestRange(days: number, rule: DateRangeRule): DateRange {
  return { start: addDays(rule.lastDay, 1 - days), end: rule.lastDay };
}
