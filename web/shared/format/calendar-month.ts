import { addDays, type Day } from './calendar-day';
import { type FormatLanguage, longMonth, shortMonth } from './month-names';

/** A calendar month in the format of the API, `YYYY-MM`. */
export type Month = string;

const monthLength = 'YYYY-MM'.length;
const pattern = /^\d{4}-(?:0[1-9]|1[0-2])$/u;

/** Reports whether a text is a month. */
export function isMonth(text: string): boolean {
  return pattern.test(text);
}

/** The month of a day. */
export function monthOf(day: Day): Month {
  return day.slice(0, monthLength);
}

/** The first day of a month. */
export function firstDay(month: Month): Day {
  return `${month}-01`;
}

/** The last day of a month. */
export function lastDay(month: Month): Day {
  // A month has at most 31 days, so 31 days after its first day is a day of the next month.
  const within = addDays(firstDay(month), 31);
  return addDays(firstDay(monthOf(within)), -1);
}

/** The month before. */
export function monthBefore(month: Month): Month {
  return monthOf(addDays(firstDay(month), -1));
}

/** The month after. */
export function monthAfter(month: Month): Month {
  return monthOf(addDays(lastDay(month), 1));
}

/** The year of a month. */
export function yearOf(month: Month): number {
  return Number(month.slice(0, 'YYYY'.length));
}

/** Formats a month as 'October 2026'. */
export function formatMonth(month: Month, language: FormatLanguage): string {
  return `${longMonth(Number(month.slice(-2)), language)} ${yearOf(month)}`;
}

/** Formats a day of a known year as '2 Oct'. */
export function formatDayOfMonth(day: Day, language: FormatLanguage): string {
  return `${Number(day.slice(-2))} ${shortMonth(Number(day.slice(5, monthLength)), language)}`;
}

const weekdays: Record<FormatLanguage, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  id: ['Min', 'Sen', 'Sel', 'Rab', 'Kam', 'Jum', 'Sab'],
};

/** The short name of the weekday of a day. */
export function shortWeekday(day: Day, language: FormatLanguage): string {
  return weekdays[language][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
