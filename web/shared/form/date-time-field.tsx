import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';

import { Input } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';

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
  /** Why the value is refused. */
  error?: string | undefined;
  /** Called with both parts. Clearing the day clears its time. */
  onChange: (value: DateTime) => void;
}

/** Fields for a day and a time of that day, in the client's zone. The time needs the day. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { dayLabel, timeLabel, value, firstDay, lastDay, onChange } = props;
  const { disabled = false, size = 'md', showLabels = false, error } = props;
  const texts = useTexts(dateTimeTexts);
  const zones = useZones();
  const [give, giveNow] = useWholeTime((time) => onChange({ day: value.day, time }));
  const problem = useId();
  return (
    <div
      className={own['field']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) giveNow();
      }}
    >
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
            onChange={give}
            error={error !== undefined}
            aria-describedby={error === undefined ? undefined : problem}
          />
        </Input.Wrapper>
        {zones.clientLabel === zones.label ? null : <span className={own['zone']}>{zones.clientLabel}</span>}
      </div>
      {error === undefined ? null : (
        <Input.Error id={problem} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

/** How long a part of a time may be empty while it is typed again, in milliseconds. */
const typingPause = 1500;

/**
 * The picker gives an empty time as soon as one part of it is empty, also while it is typed again. Such a time counts only
 * after a pause, or when the field is left. Returns what takes the picker's value, and what takes it without waiting.
 */
function useWholeTime(onTime: (time: string | undefined) => void): [(time: string) => void, () => void] {
  const emptied = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onTime);
  useEffect(() => {
    latest.current = onTime;
  });
  useEffect(() => () => clearTimeout(emptied.current), []);
  const stop = () => {
    clearTimeout(emptied.current);
    emptied.current = undefined;
  };
  const empty = () => {
    if (emptied.current === undefined) return;
    stop();
    latest.current(undefined);
  };
  const take = (time: string) => {
    stop();
    if (time === '') emptied.current = setTimeout(empty, typingPause);
    else onTime(time);
  };
  return [take, empty];
}
