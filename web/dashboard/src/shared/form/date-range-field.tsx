import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/id';

import { Input, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { type Day, formatDayRange } from '@/shared/format/calendar-day';
import { useZones } from '@/shared/format/display-zone';
import { useLanguage } from '@/shared/i18n/language';
import { useTexts } from '@/shared/i18n/texts';

import { type DateRange, type DateRangeRule, isDayDisabled } from './date-range';
import classes from './date-range-field.module.css';
import { dateRangeTexts } from './date-range-texts';

interface DateRangeFieldProps {
  label: string;
  /** Shows the label above the field; without it only screen readers get it. */
  showLabel?: boolean;
  value: DateRange | null;
  rule: DateRangeRule;
  /** What the rule says, as a hint beneath the days. */
  hint: string;
  error?: string | undefined;
  size?: 'md' | 'lg';
  onChange: (range: DateRange) => void;
}

/** A range of days of the client's zone. What the rule forbids can't be picked. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, showLabel, value, rule, hint, error, size = 'md', onChange } = props;
  const texts = useTexts(dateRangeTexts);
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const shown = value ? formatDayRange(value.start, value.end, language) : texts.choose;
  return (
    <Input.Wrapper label={showLabel ? label : undefined} error={error} id={id} labelElement="div">
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        middlewares={{ flip: true, shift: { padding: 8 } }}
      >
        <Popover.Target>
          <Input
            component="button"
            type="button"
            pointer
            size={size}
            className={classes['field']}
            leftSection={<IconCalendar className={classes['icon']} aria-hidden />}
            aria-label={`${label}: ${shown}`}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            error={error !== undefined}
            data-empty={value === null || undefined}
            onClick={() => setOpened((before) => !before)}
          >
            {shown}
          </Input>
        </Popover.Target>
        <Popover.Dropdown className={classes['dropdown']}>
          <RangeCalendar
            value={value}
            rule={rule}
            hint={hint}
            onPicked={(range) => {
              setOpened(false);
              onChange(range);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

interface RangeCalendarProps {
  value: DateRange | null;
  rule: DateRangeRule;
  hint: string;
  onPicked: (range: DateRange) => void;
}

/** The days, mounted while the picker is open: half a range that was picked dies with it. */
function RangeCalendar({ value, rule, hint, onPicked }: RangeCalendarProps) {
  const texts = useTexts(dateRangeTexts);
  const language = useLanguage();
  const zones = useZones();
  const [picked, setPicked] = useState<[Day | null, Day | null]>([value?.start ?? null, value?.end ?? null]);
  const first = picked[1] === null ? picked[0] : null;
  const focused = value?.end ?? rule.lastDay;
  return (
    <>
      <DatePicker
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
        highlightToday={false}
        classNames={{
          day: classes['day'] ?? '',
          calendarHeaderControl: classes['control'] ?? '',
          calendarHeaderLevel: classes['control'] ?? '',
        }}
        ariaLabels={{
          previousMonth: texts.previousMonth,
          nextMonth: texts.nextMonth,
          monthLevelControl: texts.chooseMonth,
          previousYear: texts.previousYear,
          nextYear: texts.nextYear,
          yearLevelControl: texts.chooseYear,
          previousDecade: texts.previousDecade,
          nextDecade: texts.nextDecade,
        }}
      />
      <p className={classes['hint']}>
        {hint}
        {zones.daysDiffer && (
          <span className={classes['zone']}>{texts.zone(`${zones.clientLabel} (${zones.client})`)}</span>
        )}
      </p>
    </>
  );
}
