import { Input } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type Ref, useId, useState } from 'react';

import { lazyPart } from '@shared/state/lazy-part';
import { fetchLater } from '@shared/state/fetch-later';
import { formatDayRange } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Dropdown } from '@shared/ui/dropdown';

import type { DateRange, DateRangeRule } from './date-range';
import classes from './date-range-field.module.css';
import { dateRangeTexts } from './date-range-texts';

// The calendar is a tenth of the first load of a list page, and few visits open it. It is loaded when the page rests,
// or when the pointer or the focus reaches the field.
const loadCalendar = () => import('./range-calendar');
const RangeCalendar = lazyPart(
  async () => (await loadCalendar()).RangeCalendar,
  <div className={classes['loading']} />,
);
fetchLater(loadCalendar);

/** A range that one press selects; null removes the range. */
export interface DatePreset {
  label: string;
  range: DateRange | null;
  /** The range has no day that can be picked now. */
  disabled?: boolean;
}

interface DateRangeFieldProps {
  label: string;
  /** Shows the label above the field and the hint below. Otherwise only screen readers get the label. */
  showLabel?: boolean;
  value: DateRange | null;
  rule: DateRangeRule;
  /** The limit in words. Also shown below the calendar. */
  hint: string;
  error?: string | undefined;
  size?: 'md' | 'lg';
  /** The field, for focusing it on an error. */
  fieldRef?: Ref<HTMLButtonElement>;
  /** Shown while no range is chosen. */
  placeholder?: string | undefined;
  presets?: readonly DatePreset[];
  /** Only a preset gives null. */
  onChange: (range: DateRange | null) => void;
}

/** A field for a range of days in the client's zone. Days that the rule forbids are disabled. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, showLabel, value, rule, hint, error, size = 'md', fieldRef, placeholder, presets, onChange } = props;
  const texts = useTexts(dateRangeTexts);
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const id = useId();
  // An error replaces the hint.
  const hinted = showLabel === true && error === undefined;
  const beneath = hinted ? 'description' : error && 'error';
  const shown = value ? formatDayRange(value.start, value.end, language) : (placeholder ?? texts.choose);
  return (
    <Input.Wrapper
      label={showLabel ? label : undefined}
      description={hinted ? hint : undefined}
      error={error}
      id={id}
      labelElement="div"
    >
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
            ref={fieldRef}
            type="button"
            pointer
            size={size}
            className={classes['field']}
            leftSection={<IconCalendar aria-hidden />}
            aria-label={`${label}: ${shown}`}
            aria-describedby={beneath && `${id}-${beneath}`}
            error={error !== undefined}
            data-empty={value === null || undefined}
            onPointerEnter={() => void loadCalendar()}
            onFocus={() => void loadCalendar()}
            onClick={() => setOpened((before) => !before)}
          >
            {shown}
          </Input>
        )}
      >
        <RangeCalendar
          value={value}
          rule={rule}
          hint={hint}
          presets={presets}
          onPicked={(range) => {
            setOpened(false);
            onChange(range);
          }}
        />
      </Dropdown>
    </Input.Wrapper>
  );
}
