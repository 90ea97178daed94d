import { type FormatLanguage, longMonth, shortMonth } from './month-names';
import { zonedFields } from './local-time';

/** A calendar day in the format of the API, `YYYY-MM-DD`. It has no time zone. */
export type Day = string;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerDay = 86_400_000;

interface DayFields {
  year: number;
  month: number;
  day: number;
}

/** Reports whether a text is a day that exists: not 2026-02-30 and not 2026-2-3. */
export function isDay(text: string): boolean {
  return dayFields(text) !== null;
}

/** Returns today in a time zone. Zones can differ: it may be tomorrow in Jayapura already. */
export function todayIn(timeZone: string, now: Date): Day {
  const fields = zonedFields(now, timeZone);
  return writeDay(fields.year, fields.month, fields.day);
}

/** Returns the day `count` days later, or earlier if negative. */
export function addDays(day: Day, count: number): Day {
  const date = new Date(dayNumber(day) * millisecondsPerDay + count * millisecondsPerDay);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns end minus start in whole days: 0 for the same day, negative if start is later. */
export function daysBetween(start: Day, end: Day): number {
  return dayNumber(end) - dayNumber(start);
}

/** Formats a day as '21 Nov 2026'. Returns the text itself if it is not a day. */
export function formatDay(day: Day, language: FormatLanguage): string {
  const fields = dayFields(day);
  if (!fields) return day;
  return `${fields.day} ${shortMonth(fields.month, language)} ${fields.year}`;
}

/** Formats a day as '21 November 2026'. */
export function formatLongDay(day: Day, language: FormatLanguage): string {
  const fields = dayFields(day);
  if (!fields) return day;
  return `${fields.day} ${longMonth(fields.month, language)} ${fields.year}`;
}

/**
 * Formats a range as '20 Nov – 21 Nov 2026', or with `brief` as '20 – 21 Nov 2026' for use in a sentence. Both years
 * are shown only if they differ. A range of one day is formatted as a day.
 */
export function formatDayRange(start: Day, end: Day, language: FormatLanguage, brief = false): string {
  const from = dayFields(start);
  const to = dayFields(end);
  if (!from || !to || start === end) return formatDay(start, language);
  if (from.year !== to.year) return `${formatDay(start, language)} – ${formatDay(end, language)}`;
  if (brief && from.month === to.month) return `${from.day} – ${formatDay(end, language)}`;
  return `${from.day} ${shortMonth(from.month, language)} – ${formatDay(end, language)}`;
}

function dayFields(text: string): DayFields | null {
  const match = dayPattern.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : null;
}

function dayNumber(day: Day): number {
  const fields = dayFields(day);
  return fields ? Date.UTC(fields.year, fields.month - 1, fields.day) / millisecondsPerDay : Number.NaN;
}

function writeDay(year: number, month: number, day: number): Day {
  return `${year.toString().padStart(4, '0')}-${month.toString().padStart(2, '0')}-${day.toString().padStart(2, '0')}`;
}
