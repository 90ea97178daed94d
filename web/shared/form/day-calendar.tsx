import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/id';

import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';

import type { Day } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { calendarLabels, calendarLooks } from './calendar-looks';
import classes from './date-range-field.module.css';
import { dateRangeTexts } from './date-range-texts';
import { dateTimeTexts } from './date-time-texts';

interface DayCalendarProps {
  value: Day | undefined;
  firstDay: Day | undefined;
  lastDay: Day | undefined;
  /** Undefined clears the day. */
  onPicked: (day: Day | undefined) => void;
}

/** The calendar of one day. It says whose days they are where the viewer's zone differs from the client's. */
export function DayCalendar({ value, firstDay, lastDay, onPicked }: DayCalendarProps) {
  const texts = useTexts(dateRangeTexts);
  const dateTexts = useTexts(dateTimeTexts);
  const language = useLanguage();
  const zones = useZones();
  const focused = value ?? lastDay;
  const box = useRef<HTMLDivElement>(null);
  // The popover sets the focus when it opens. The calendar may load later, so it takes the focus itself.
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={box}>
      <DatePicker
        {...calendarLooks}
        value={value ?? null}
        onChange={(day) => onPicked(day ?? value)}
        locale={language}
        {...(focused !== undefined && { defaultDate: focused })}
        {...(firstDay !== undefined && { minDate: firstDay })}
        {...(lastDay !== undefined && { maxDate: lastDay })}
        getDayProps={(day) => (day === focused ? { 'data-autofocus': true } : {})}
        ariaLabels={calendarLabels(texts)}
      />
      {value === undefined ? null : (
        <Button variant="default" size="sm" fullWidth onClick={() => onPicked(undefined)}>
          {dateTexts.clearDay}
        </Button>
      )}
      {zones.daysDiffer && <p className={classes['hint']}>{texts.zone(`${zones.clientLabel} (${zones.client})`)}</p>}
    </div>
  );
}
