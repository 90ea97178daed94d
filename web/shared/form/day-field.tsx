import { Input } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

import { lazyPart } from '@shared/state/lazy-part';
import { fetchLater } from '@shared/state/fetch-later';
import { type Day, formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Dropdown } from '@shared/ui/dropdown';

import classes from './date-range-field.module.css';
import own from './date-time-field.module.css';
import { dateTimeTexts } from './date-time-texts';

const loadCalendar = () => import('./day-calendar');
const DayCalendar = lazyPart(async () => (await loadCalendar()).DayCalendar, <div className={classes['loading']} />);
fetchLater(loadCalendar);

interface DayFieldProps {
  label: string;
  /** Shows the label above the field. Otherwise only screen readers get it. */
  showLabel?: boolean;
  value: Day | undefined;
  /** The first and the last day that can be picked. */
  firstDay?: Day | undefined;
  lastDay?: Day | undefined;
  /** Nothing can be picked yet. */
  disabled?: boolean;
  size?: 'md' | 'lg';
  error?: ReactNode;
  /** Path in its form, by which the form focuses the field. */
  'data-path'?: string;
  /** Undefined clears the day. */
  onChange: (day: Day | undefined) => void;
}

/** A field for a day, which is picked in a calendar. */
export function DayField(props: DayFieldProps) {
  const { label, showLabel = false, value, firstDay, lastDay, disabled = false, size = 'md', error, onChange } = props;
  const texts = useTexts(dateTimeTexts);
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const errorId = useId();
  const shown = value === undefined ? texts.choose : formatDay(value, language);
  return (
    <Input.Wrapper label={showLabel ? label : undefined} labelElement="div" error={error} errorProps={{ id: errorId }}>
      <Dropdown
        opened={opened}
        onClose={() => setOpened(false)}
        label={label}
        position="bottom-start"
        className={classes['dropdown']}
        renderButton={(button) => (
          <Input
            {...button}
            component="button"
            type="button"
            pointer
            size={size}
            disabled={disabled}
            className={own['day']}
            leftSection={<IconCalendar aria-hidden />}
            aria-label={`${label}: ${shown}`}
            aria-describedby={error ? errorId : undefined}
            error={Boolean(error)}
            data-empty={value === undefined || undefined}
            data-path={props['data-path']}
            onPointerEnter={() => void loadCalendar()}
            onFocus={() => void loadCalendar()}
            onClick={() => setOpened((before) => !before)}
          >
            {shown}
          </Input>
        )}
      >
        <DayCalendar
          value={value}
          firstDay={firstDay}
          lastDay={lastDay}
          onPicked={(day) => {
            setOpened(false);
            onChange(day);
          }}
        />
      </Dropdown>
    </Input.Wrapper>
  );
}
