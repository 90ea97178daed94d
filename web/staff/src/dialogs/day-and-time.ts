import { type Day, todayIn } from '@shared/format/calendar-day';
import { formatClock } from '@shared/format/local-time';
import { zonedMoment } from '@shared/format/zoned-moment';

/** A day and a time of that day. */
export interface DayAndTime {
  day: Day | undefined;
  time: string | undefined;
}

const timeLength = 'HH:mm'.length;

/** The day and the time at which clocks in a zone show a moment; nothing for null. */
export function dayAndTimeOf(moment: string | null, zone: string): DayAndTime {
  if (moment === null) return { day: undefined, time: undefined };
  return { day: todayIn(zone, new Date(moment)), time: formatClock(moment, zone).slice(0, timeLength) };
}

/** The moment of a day and a time in a zone, the start of the day without a time. */
export function momentOf({ day, time }: DayAndTime, zone: string): string | undefined {
  return day === undefined ? undefined : zonedMoment(day, time ?? '00:00', zone).toISOString();
}
