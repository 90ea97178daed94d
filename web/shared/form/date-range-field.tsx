import { Input, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type Ref, Suspense, useId, useState } from 'react';

import { formatDayRange } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import type { DateRange, DateRangeRule } from './date-range';
import classes from './date-range-field.module.css';
import { dateRangeTexts } from './date-range-texts';

// The calendar is a tenth of a list page's first load and most visits never open it. It comes when the pointer or the
// focus comes near the field, so that it is there when the field is pressed.
const loadCalendar = () => import('./range-calendar');
const RangeCalendar = lazy(async () => ({ default: (await loadCalendar()).RangeCalendar }));

interface DateRangeFieldProps {
  label: string;
  /** Shows the label above the field and the hint beneath it; without it only screen readers get the label. */
  showLabel?: boolean;
  value: DateRange | null;
  rule: DateRangeRule;
  /** What the rule says; it also stands beneath the days. */
  hint: string;
  error?: string | undefined;
  size?: 'md' | 'lg';
  /** The field itself, to focus it when it is wrong. */
  fieldRef?: Ref<HTMLButtonElement>;
  onChange: (range: DateRange) => void;
}

/** A range of days of the client's zone. What the rule forbids can't be picked. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { label, showLabel, value, rule, hint, error, size = 'md', fieldRef, onChange } = props;
  const texts = useTexts(dateRangeTexts);
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const id = useId();
  // An error says what the rule is, so it takes the hint's place.
  const hinted = showLabel === true && error === undefined;
  const beneath = hinted ? 'description' : error && 'error';
  const shown = value ? formatDayRange(value.start, value.end, language) : texts.choose;
  return (
    <Input.Wrapper
      label={showLabel ? label : undefined}
      description={hinted ? hint : undefined}
      error={error}
      id={id}
      labelElement="div"
    >
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
        </Popover.Target>
        <Popover.Dropdown aria-label={label} className={classes['dropdown']}>
          <Suspense fallback={<div className={classes['loading']} />}>
            <RangeCalendar
              value={value}
              rule={rule}
              hint={hint}
              onPicked={(range) => {
                setOpened(false);
                onChange(range);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
