import { type FormatLanguage, longMonth, shortMonth } from './month-names';
import { zonedFields } from './local-time';

/** A calendar day as the API writes it: 'YYYY-MM-DD'. It has no zone; the day is the client's. */
export type Day = string;

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerDay = 86_400_000;

interface DayFields {
  year: number;
  month: number;
  day: number;
}

/** True for a day that exists: '2026-02-30' and '2026-2-3' do not. */
export function isDay(text: string): boolean {
  return dayFields(text) !== null;
}

/** Today in a zone. A cashier in Jayapura and a client in Jakarta may have different ones. */
export function todayIn(timeZone: string, now: Date): Day {
  const fields = zonedFields(now, timeZone);
  return writeDay(fields.year, fields.month, fields.day);
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: Day, count: number): Day {
  const date = new Date(dayNumber(day) * millisecondsPerDay + count * millisecondsPerDay);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** End minus start, in whole days: 0 for the same day, negative when they are swapped. */
export function daysBetween(start: Day, end: Day): number {
  return dayNumber(end) - dayNumber(start);
}

/** '21 Nov 2026', or the text itself when it is no day. */
export function formatDay(day: Day, language: FormatLanguage): string {
  const fields = dayFields(day);
  if (!fields) return day;
  return `${fields.day} ${shortMonth(fields.month, language)} ${fields.year}`;
}

/** '21 November 2026'. */
export function formatLongDay(day: Day, language: FormatLanguage): string {
  const fields = dayFields(day);
  if (!fields) return day;
  return `${fields.day} ${longMonth(fields.month, language)} ${fields.year}`;
}

/**
 * '20 Nov – 21 Nov 2026' as a field shows it; `brief` says '20 – 21 Nov 2026' inside a sentence.
 * The year stands on both sides only where they differ, and one day stands alone.
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
