import type { Translation } from '@shared/i18n/texts';

import classes from './date-range-field.module.css';
import type { dateRangeTexts } from './date-range-texts';

/** The looks that all calendars share. */
export const calendarLooks = {
  highlightToday: false,
  withCellSpacing: false,
  // Esc closes the calendar but not the sheet around it.
  __stopPropagation: true,
  classNames: {
    day: classes['day'],
    calendarHeaderControl: classes['control'],
    calendarHeaderLevel: classes['control'],
  },
} as const;

/** Accessible names of the buttons of a calendar that have no text. The others are named by theirs: 'November 2026'. */
export function calendarLabels(texts: Translation<(typeof dateRangeTexts)['en']>) {
  return {
    previousMonth: texts.previousMonth,
    nextMonth: texts.nextMonth,
    previousYear: texts.previousYear,
    nextYear: texts.nextYear,
    previousDecade: texts.previousDecade,
    nextDecade: texts.nextDecade,
  };
}
