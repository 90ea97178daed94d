import { addDays, type Day, todayIn } from '@shared/format/calendar-day';
import { defaultZone, isZone } from '@shared/format/local-time';

/** Returns today in the zone of the client, which may be unknown. */
export function todayOf(zone: string | undefined, now = new Date()): Day {
  return todayIn(zone && isZone(zone) ? zone : defaultZone, now);
}

/**
 * Returns the range for links to Order History, which loads only with one: yesterday and today in the zone of the
 * client.
 */
export function defaultOrderRange(zone: string | undefined, now = new Date()): { dateStart: Day; dateEnd: Day } {
  const today = todayOf(zone, now);
  return { dateStart: addDays(today, -1), dateEnd: today };
}
