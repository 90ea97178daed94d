import { addDays, type Day, todayIn } from '@shared/format/calendar-day';
import { defaultZone, isZone } from '@shared/format/local-time';

/**
 * The range that links to Order History carry, since the list loads only with one: yesterday and today, as days of
 * the client's zone.
 */
export function defaultOrderRange(zone: string | undefined, now = new Date()): { dateStart: Day; dateEnd: Day } {
  const today = todayIn(zone && isZone(zone) ? zone : defaultZone, now);
  return { dateStart: addDays(today, -1), dateEnd: today };
}
