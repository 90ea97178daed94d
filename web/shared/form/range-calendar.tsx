import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/id';

import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef, useState } from 'react';

import type { Day } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { calendarLabels, calendarLooks } from './calendar-looks';
import { type DateRange, type DateRangeRule, isDayDisabled } from './date-range';
import type { DatePreset } from './date-range-field';
import classes from './date-range-field.module.css';
import { dateRangeTexts } from './date-range-texts';

interface RangeCalendarProps {
  value: DateRange | null;
  rule: DateRangeRule;
  hint: string;
  presets?: readonly DatePreset[] | undefined;
  onPicked: (range: DateRange | null) => void;
}

/**
 * The calendar of a range of days. It is mounted while the picker is open, so an unfinished choice is lost on closing.
 */
export function RangeCalendar({ value, rule, hint, presets, onPicked }: RangeCalendarProps) {
  const texts = useTexts(dateRangeTexts);
  const language = useLanguage();
  const zones = useZones();
  const [picked, setPicked] = useState<[Day | null, Day | null]>([value?.start ?? null, value?.end ?? null]);
  const first = picked[1] === null ? picked[0] : null;
  const focused = value?.end ?? rule.lastDay;
  const box = useRef<HTMLDivElement>(null);
  // The popover sets the focus when it opens. The calendar may load later, so it takes the focus itself.
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={box}>
      {presets !== undefined && (
        <div className={classes['presets']}>
          {presets.map(({ label, range, disabled }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              disabled={disabled}
              aria-pressed={value?.start === range?.start && value?.end === range?.end}
              onClick={() => onPicked(range)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <DatePicker
        {...calendarLooks}
        type="range"
        value={picked}
        onChange={(next) => {
          setPicked(next);
          if (next[0] !== null && next[1] !== null) onPicked({ start: next[0], end: next[1] });
        }}
        allowSingleDateInRange
        locale={language}
        defaultDate={focused}
        maxDate={rule.lastDay}
        excludeDate={(day) => isDayDisabled(day, first, rule)}
        getDayProps={(day) => (day === focused ? { 'data-autofocus': true } : {})}
        ariaLabels={calendarLabels(texts)}
      />
      <p className={classes['hint']}>
        {hint}
        {zones.daysDiffer && (
          <span className={classes['zone']}>{texts.zone(`${zones.clientLabel} (${zones.client})`)}</span>
        )}
      </p>
    </div>
  );
}
