import type { Day } from './calendar-day';
import { zonedFields } from './local-time';

/** Returns the moment at which clocks in a zone show a time of day, `HH:mm` or `HH:mm:ss`, on a day. */
export function zonedMoment(day: Day, time: string, timeZone: string): Date {
  const wallTime = Date.parse(`${day}T${time}Z`);
  const near = wallTime - offsetAt(new Date(wallTime), timeZone);
  // The offset may differ between the two, at a change of the clocks.
  return new Date(wallTime - offsetAt(new Date(near), timeZone));
}

/** What a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = zonedFields(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}
