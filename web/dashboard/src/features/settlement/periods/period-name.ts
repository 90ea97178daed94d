import { formatDayRange } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';

import { daysOf } from '../settlement-rules';

/** '16 Nov – 22 Nov 2026', first and last day in the client's zone. */
export function usePeriodName(period: { from: string; to: string }): string {
  const language = useLanguage();
  const { start, last } = daysOf(period, useZones().client);
  return formatDayRange(start, last < start ? start : last, language);
}
