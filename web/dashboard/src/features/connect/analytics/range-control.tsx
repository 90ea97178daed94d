import { useMemo } from 'react';

import { DateRangeField } from '@shared/form/date-range-field';
import { type DateRange, dateRangeProblem, type DateRangeRule } from '@shared/form/date-range';
import { addDays, formatDayRange } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { previousPeriod, rangeOf, shortcuts } from './periods';

/** The server takes no more days. */
const maxSpan = 730;

/** What the server takes: whole days that are over. */
function rangeRule(lastDay: string): DateRangeRule {
  return { maxSpan, lastDay };
}

/** Today in the client's zone, and the range that is shown at first: yesterday. */
function useYesterday(): { today: string; yesterday: DateRange } {
  const today = useToday(useZones().client);
  return useMemo(() => {
    const day = addDays(today, -1);
    return { today, yesterday: { start: day, end: day } };
  }, [today]);
}

/** Returns the range of the address, or yesterday if it has none or one that cannot be picked. */
export function useShownRange({ startDate, endDate }: { startDate?: string; endDate?: string }): DateRange {
  const { yesterday } = useYesterday();
  const given = { start: startDate ?? '', end: endDate ?? '' };
  return dateRangeProblem(given, rangeRule(yesterday.end)) === null ? given : yesterday;
}

interface RangeControlProps {
  value: DateRange;
  onChange: (range: DateRange) => void;
  /** Tells the period that figures are compared with. */
  compared?: boolean;
}

/** The range of the figures, with shortcuts. Today and later cannot be picked. */
export function RangeControl({ value, onChange, compared = false }: RangeControlProps) {
  const texts = useTexts(analyticsTexts);
  const { today, yesterday } = useYesterday();
  const presets = shortcuts.map((shortcut) => {
    const range = rangeOf(shortcut, today);
    return { label: texts.shortcuts[shortcut], range, disabled: range === null };
  });
  return (
    <div className={classes['range']}>
      <DateRangeField
        label={texts.range}
        value={value}
        rule={rangeRule(yesterday.end)}
        hint={texts.rangeHint}
        presets={presets}
        onChange={(range) => range && onChange(range)}
      />
      {compared && (
        <p className={classes['compared']}>
          <Compared range={value} />
        </p>
      )}
    </div>
  );
}

/** Which period the figures of a range are compared with. */
export function Compared({ range }: { range: DateRange }) {
  const texts = useTexts(analyticsTexts);
  const language = useLanguage();
  const { start, end } = previousPeriod(range);
  return texts.compared(formatDayRange(start, end, language));
}
