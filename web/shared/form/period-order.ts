import type { Day } from '@shared/format/calendar-day';

/** Start and end of a period, as they are chosen or stand in a URL. */
export interface PeriodEnds {
  dateStart?: Day | undefined;
  timeStart?: string | undefined;
  dateEnd?: Day | undefined;
  timeEnd?: string | undefined;
}

/** Reports whether a period ends before it starts. Such a period is shown with the reason, and no part of it applies. */
export function endsBeforeStart({ dateStart, timeStart, dateEnd, timeEnd }: PeriodEnds): boolean {
  if (dateStart === undefined || dateEnd === undefined) return false;
  if (dateEnd !== dateStart) return dateEnd < dateStart;
  return timeEnd !== undefined && timeEnd < (timeStart ?? '00:00');
}
