import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';

import { Input, Popover } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { type Day, formatDay } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import classes from './date-range-field.module.css';
import { dateTimeTexts } from './date-time-texts';
import own from './date-time-field.module.css';

const loadCalendar = () => import('./day-calendar');
const DayCalendar = lazy(async () => ({ default: (await loadCalendar()).DayCalendar }));

/** A day and a time of day `HH:mm` in the client's zone. A time has a day. */
interface DateTime {
  day: Day | undefined;
  time: string | undefined;
}

interface DateTimeFieldProps {
  dayLabel: string;
  timeLabel: string;
  value: DateTime;
  /** The first and the last day that can be picked. */
  firstDay?: Day | undefined;
  lastDay?: Day | undefined;
  /** Nothing can be picked yet. */
  disabled?: boolean;
  size?: 'md' | 'lg';
  /** Shows the labels above the fields. Otherwise only screen readers get them. */
  showLabels?: boolean;
  /** Called with both parts. Clearing the day clears its time. */
  onChange: (value: DateTime) => void;
}

/** Fields for a day and a time of that day, in the client's zone. The time needs the day. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { dayLabel, timeLabel, value, disabled = false, size = 'md', showLabels = false, onChange } = props;
  const texts = useTexts(dateTimeTexts);
  const zones = useZones();
  return (
    <div className={own['pair']} data-size={size} role="group" aria-label={`${dayLabel}, ${timeLabel}`}>
      <DayField {...props} />
      <Input.Wrapper label={showLabels ? timeLabel : undefined} labelElement="div">
        <TimePicker
          className={own['time']}
          size={size}
          leftSection={<IconClock aria-hidden />}
          disabled={disabled || value.day === undefined}
          value={value.time ?? ''}
          hoursInputLabel={`${timeLabel} (${zones.clientLabel}): ${texts.hours}`}
          minutesInputLabel={`${timeLabel} (${zones.clientLabel}): ${texts.minutes}`}
          clearable
          clearButtonProps={{ 'aria-label': texts.clearTime(timeLabel) }}
          onChange={(time) => onChange({ day: value.day, time: time === '' ? undefined : time })}
        />
      </Input.Wrapper>
    </div>
  );
}

function DayField({ dayLabel, value, firstDay, lastDay, disabled, size, showLabels, onChange }: DateTimeFieldProps) {
  const texts = useTexts(dateTimeTexts);
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const shown = value.day === undefined ? texts.choose : formatDay(value.day, language);
  return (
    <Input.Wrapper label={showLabels ? dayLabel : undefined} labelElement="div">
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
            size={size ?? 'md'}
            disabled={disabled ?? false}
            className={own['day']}
            leftSection={<IconCalendar aria-hidden />}
            aria-label={`${dayLabel}: ${shown}`}
            data-empty={value.day === undefined || undefined}
            onPointerEnter={() => void loadCalendar()}
            onFocus={() => void loadCalendar()}
            onClick={() => setOpened((before) => !before)}
          >
            {shown}
          </Input>
        </Popover.Target>
        <Popover.Dropdown aria-label={dayLabel} className={classes['dropdown']}>
          <Suspense fallback={<div className={classes['loading']} />}>
            <DayCalendar
              value={value.day}
              firstDay={firstDay}
              lastDay={lastDay}
              onPicked={(day) => {
                setOpened(false);
                onChange({ day, time: day === undefined ? undefined : value.time });
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
