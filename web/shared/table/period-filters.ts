import type { PeriodEnds } from '@shared/form/period-order';
import { formatDay } from '@shared/format/calendar-day';
import type { Language } from '@shared/i18n/language';

interface PeriodTexts {
  from: (start: string) => string;
  to: (end: string) => string;
}

/** Names the start and the end of a period among the active filters of a list. An end that is open has no name. */
export function periodFilters(period: PeriodEnds, { from, to }: PeriodTexts, language: Language): string[] {
  const { dateStart, timeStart = '', dateEnd, timeEnd = '' } = period;
  const at = (day: string, time: string) => `${formatDay(day, language)} ${time}`.trim();
  return [
    ...(dateStart === undefined ? [] : [from(at(dateStart, timeStart))]),
    ...(dateEnd === undefined ? [] : [to(at(dateEnd, timeEnd))]),
  ];
}
