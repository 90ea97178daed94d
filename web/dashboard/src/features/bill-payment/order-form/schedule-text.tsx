import { type Day, todayIn } from '@shared/format/calendar-day';
import { formatMonth, type Month, monthOf } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime, zonedFields } from '@shared/format/local-time';
import { zonedMoment } from '@shared/format/zoned-moment';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { createTexts } from './create-texts';
import { isDayCut, runsOf } from './form-rules';

/** When an order runs, in the client's zone. */
export interface Schedule {
  day: Day;
  /** HH:mm. */
  time: string;
  /** The last month of a monthly order; undefined if it runs once. */
  endMonth: Month | undefined;
}

/** The schedule of an order that was made. */
export function scheduleOfOrder(
  { scheduledAt, interval, endsAt }: { scheduledAt: string; interval: string | null; endsAt: string | null },
  zone: string,
): Schedule {
  const at = new Date(scheduledAt);
  const { hour, minute } = zonedFields(at, zone);
  return {
    day: todayIn(zone, at),
    time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    endMonth: interval === null || endsAt === null ? undefined : monthOf(todayIn(zone, new Date(endsAt))),
  };
}

/** When an order runs and how often, in words. Without a schedule it runs at once. */
export function useScheduleText(schedule: Schedule | undefined): string {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const zones = useZones();
  if (schedule === undefined) return texts.atOnce;
  const { day, time, endMonth } = schedule;
  if (endMonth === undefined) return formatLongDateTime(zonedMoment(day, time, zones.client), zones.client, language);
  const runs = texts.monthlyRuns(
    Number(day.slice(-2)),
    `${time} ${zones.clientLabel}`,
    runsOf(day, endMonth),
    formatMonth(endMonth, language),
  );
  return isDayCut(day, endMonth) ? `${runs} ${texts.dayIsCut}` : runs;
}
