import { addDays, type Day, todayIn } from '@shared/format/calendar-day';
import { defaultZone, isZone } from '@shared/format/local-time';

/**
 * Returns the range for links to Order History, which loads only with one: yesterday and today in the zone of the
 * client.
 */
export function defaultOrderRange(zone: string | undefined, now = new Date()): { dateStart: Day; dateEnd: Day } {
  const today = todayIn(zone && isZone(zone) ? zone : defaultZone, now);
  return { dateStart: addDays(today, -1), dateEnd: today };
}
