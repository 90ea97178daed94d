import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';

import { Input } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { IconClock } from '@tabler/icons-react';

import type { Day } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';

import { dateTimeTexts } from './date-time-texts';
import own from './date-time-field.module.css';
import { DayField } from './day-field';

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
  const { dayLabel, timeLabel, value, firstDay, lastDay, onChange } = props;
  const { disabled = false, size = 'md', showLabels = false } = props;
  const texts = useTexts(dateTimeTexts);
  const zones = useZones();
  return (
    <div className={own['pair']} data-size={size} role="group" aria-label={`${dayLabel}, ${timeLabel}`}>
      <DayField
        label={dayLabel}
        showLabel={showLabels}
        value={value.day}
        firstDay={firstDay}
        lastDay={lastDay}
        disabled={disabled}
        size={size}
        onChange={(day) => onChange({ day, time: day === undefined ? undefined : value.time })}
      />
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
