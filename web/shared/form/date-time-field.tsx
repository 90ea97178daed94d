import { Input } from '@mantine/core';
import { useId, useState } from 'react';

import type { Day } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { fetchLater } from '@shared/state/fetch-later';
import { lazyPart } from '@shared/state/lazy-part';

import own from './date-time-field.module.css';
import { DayField } from './day-field';

// Loaded on demand: it is larger than the page around it, and on phones the field stands in a sheet.
const loadTimeInput = () => import('./time-input');
const TimeInput = lazyPart(
  async () => (await loadTimeInput()).TimeInput,
  <div className={own['pendingTime']} aria-hidden />,
);
fetchLater(loadTimeInput);

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
  const zones = useZones();
  const problem = useId();
  const [round, setRound] = useState(0);

  /** A time with an empty part is none. When the field is left, both empty clear it; one gives back what stood. */
  function leave(field: HTMLElement): void {
    const parts = [...field.querySelectorAll<HTMLInputElement>('[role="spinbutton"]')].map((part) => part.value);
    if (value.time === undefined || parts.every((part) => part !== '')) return;
    if (parts.every((part) => part === '')) onChange({ day: value.day, time: undefined });
    else setRound(round + 1);
  }

  return (
    <div
      className={own['field']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave(currentTarget);
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
          <TimeInput
            key={round}
            className={own['time']}
            size={size}
            disabled={disabled || value.day === undefined}
            value={value.time}
            label={timeLabel}
            invalidBy={error === undefined ? undefined : problem}
            onChange={(time) => onChange({ day: value.day, time })}
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
