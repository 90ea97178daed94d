import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/dates/styles.layer.css';

import { TimePicker } from '@mantine/dates';
import { IconClock } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';

import { dateTimeTexts } from './date-time-texts';

interface TimeInputProps {
  /** Accessible name of the time, which is one in the client's zone. */
  label: string;
  /** `HH:mm`. */
  value: string | undefined;
  disabled: boolean;
  size: 'md' | 'lg';
  className: string | undefined;
  /** The id of the text that says why the value is refused. */
  invalidBy: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A field for a time of day. */
export function TimeInput({ label, value = '', disabled, size, className, invalidBy, onChange }: TimeInputProps) {
  const texts = useTexts(dateTimeTexts);
  const zones = useZones();
  return (
    <TimePicker
      className={className ?? ''}
      size={size}
      leftSection={<IconClock aria-hidden />}
      disabled={disabled}
      value={value}
      hoursInputLabel={`${label} (${zones.clientLabel}): ${texts.hours}`}
      minutesInputLabel={`${label} (${zones.clientLabel}): ${texts.minutes}`}
      clearable
      clearButtonProps={{ 'aria-label': texts.clearTime(label), onClick: () => onChange(undefined) }}
      // The picker gives an empty time as soon as one part is empty, also while it is typed again.
      onChange={(time) => {
        if (time !== '') onChange(time);
      }}
      error={invalidBy !== undefined}
      aria-describedby={invalidBy}
    />
  );
}
