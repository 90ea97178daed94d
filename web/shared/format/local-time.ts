import { type FormatLanguage, longMonth, shortMonth } from './month-names';

/** A time: RFC 3339 text from the API, or a Date. */
export type Instant = string | Date;

/** The time zone of clients without one of their own. */
export const defaultZone = 'Asia/Jakarta';

/** Shown for a missing or invalid value. */
export const emptyMark = '—';

const minutesPerHour = 60;
const indonesianLabels: ReadonlyMap<number, string> = new Map([
  [7 * minutesPerHour, 'WIB'],
  [8 * minutesPerHour, 'WITA'],
  [9 * minutesPerHour, 'WIT'],
]);

interface ZonedFields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

// Creating a formatter costs far more than using it, and a list formats forty times.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the time zone of the browser. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns the time zone in which a screen shows times: the viewer's if its offset is an Indonesian one, otherwise the
 * client's. It is chosen once for each screen, so that a list never mixes zones.
 */
export function displayZone(clientZone: string | undefined, now: Date, viewer: string = viewerZone()): string {
  if (isZone(viewer) && indonesianLabels.has(offsetMinutes(viewer, now))) return viewer;
  return clientZone !== undefined && isZone(clientZone) ? clientZone : defaultZone;
}

/** Reports whether both zones have the same offset at a time. */
export function sameClock(zone: string, other: string, now: Date): boolean {
  return offsetMinutes(zone, now) === offsetMinutes(other, now);
}

/** Returns 'WIB', 'WITA' or 'WIT' for the offsets 7, 8 and 9, otherwise a text such as 'UTC+5:30'. */
export function zoneLabel(timeZone: string, at: Date): string {
  const offset = offsetMinutes(timeZone, at);
  const label = indonesianLabels.get(offset);
  if (label !== undefined) return label;
  const distance = Math.abs(offset);
  const minutes = distance % minutesPerHour;
  const hours = Math.floor(distance / minutesPerHour).toString();
  const rest = minutes === 0 ? '' : `:${pad(minutes)}`;
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '\u2212' : '+'}${hours}${rest}`;
}

/** Formats a time as '21 Nov 2026, 14:32:15 WIB', for a table cell. */
export function formatDateTime(moment: Instant, timeZone: string, language: FormatLanguage): string {
  const date = readMoment(moment);
  if (!date) return emptyMark;
  return `${formatDateClock(date, timeZone, language)} ${zoneLabel(timeZone, date)}`;
}

/** Formats a time as '21 November 2026 (14:32 WIB)', for details. */
export function formatLongDateTime(moment: Instant, timeZone: string, language: FormatLanguage): string {
  const date = readMoment(moment);
  if (!date) return emptyMark;
  const at = zonedFields(date, timeZone);
  const day = `${pad(at.day)} ${longMonth(at.month, language)} ${at.year}`;
  return `${day} (${pad(at.hour)}:${pad(at.minute)} ${zoneLabel(timeZone, date)})`;
}

/** Formats a time as '21 Nov 2026, 14:32:15', for pages that name the zone elsewhere. */
export function formatDateClock(moment: Instant, timeZone: string, language: FormatLanguage): string {
  const date = readMoment(moment);
  return date ? `${formatShortDate(date, timeZone, language)}, ${formatClock(date, timeZone)}` : emptyMark;
}

/** Formats the day of a time as '21 Nov 2026', for places that give the time of day beside it. */
export function formatDateOf(moment: Instant, timeZone: string, language: FormatLanguage): string {
  const date = readMoment(moment);
  return date ? formatShortDate(date, timeZone, language) : emptyMark;
}

/**
 * Formats the end of a wait as '14:32 WIB', or as '22 Nov 2026, 00:05 WIB' if it is not today. Rounds up to the next
 * minute.
 */
export function formatUntil(moment: Instant, now: Date, timeZone: string, language: FormatLanguage): string {
  const date = readMoment(moment);
  if (!date) return emptyMark;
  const until = new Date(Math.ceil(date.getTime() / 60_000) * 60_000);
  const at = zonedFields(until, timeZone);
  const clock = `${pad(at.hour)}:${pad(at.minute)} ${zoneLabel(timeZone, until)}`;
  const day = formatShortDate(until, timeZone, language);
  return day === formatShortDate(now, timeZone, language) ? clock : `${day}, ${clock}`;
}

/** Formats a time of day as '14:32:16', for places next to a time with its zone. */
export function formatClock(moment: Instant, timeZone: string): string {
  const date = readMoment(moment);
  if (!date) return emptyMark;
  const at = zonedFields(date, timeZone);
  return `${pad(at.hour)}:${pad(at.minute)}:${pad(at.second)}`;
}

/** Formats a time of day as '14:32:16 WIB'. */
export function formatClockWithZone(moment: Instant, timeZone: string): string {
  const date = readMoment(moment);
  return date ? `${formatClock(date, timeZone)} ${zoneLabel(timeZone, date)}` : emptyMark;
}

/**
 * Formats a time that follows another: only the time of day if both are on the same day, otherwise with its date. A
 * bare '00:01:03' below an order of yesterday would be read as yesterday's.
 */
export function formatFollowingTime(
  moment: Instant,
  first: Instant,
  timeZone: string,
  language: FormatLanguage,
): string {
  const date = readMoment(moment);
  const start = readMoment(first);
  if (!date) return emptyMark;
  const clock = formatClock(date, timeZone);
  const day = formatShortDate(date, timeZone, language);
  return start && formatShortDate(start, timeZone, language) === day ? clock : `${day}, ${clock}`;
}

/** Returns the date and time of day in a zone. */
export function zonedFields(date: Date, timeZone: string): ZonedFields {
  const fields: Record<string, number> = {};
  for (const part of formatterOf(timeZone).formatToParts(date)) {
    if (part.type !== 'literal') fields[part.type] = Number(part.value);
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = fields;
  return { year, month, day, hour, minute, second };
}

function formatShortDate(date: Date, timeZone: string, language: FormatLanguage): string {
  const at = zonedFields(date, timeZone);
  return `${at.day} ${shortMonth(at.month, language)} ${at.year}`;
}

function readMoment(moment: Instant): Date | null {
  const date = moment instanceof Date ? moment : new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}

function offsetMinutes(timeZone: string, at: Date): number {
  const local = zonedFields(at, timeZone);
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
  return Math.round((asUtc - at.getTime()) / 60_000);
}

/** Reports whether the browser knows a time zone of this name. */
export function isZone(timeZone: string): boolean {
  try {
    formatterOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter = formatters.get(timeZone);
  if (formatter) return formatter;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, created);
  return created;
}

function pad(value: number): string {
  return value.toString().padStart(2, '0');
}
