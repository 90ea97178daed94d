import type { Day } from '@shared/format/calendar-day';
import { DateTimeField } from '@shared/form/date-time-field';
import { endsBeforeStart, type PeriodEnds } from '@shared/form/period-order';

import { useFieldLayout } from './filter-row';
import classes from './period-fields.module.css';

interface PeriodFieldsProps {
  period: PeriodEnds;
  /** The last day that can be picked, in the client's zone. */
  lastDay: Day;
  labels: Record<keyof PeriodEnds, string> & {
    /** Why a period is refused that ends before it starts. */
    endFirst: string;
  };
  /** Shows the labels in a row too. Otherwise only a sheet shows them, and a dash separates start and end. */
  showLabels?: boolean;
  /** The end can't be picked before the start has a time. */
  endNeedsStart?: boolean;
  /** Called with both parts of the end that changed. */
  onChange: (change: PeriodEnds) => void;
}

/** Start and end of the period that a list shows, among its filters. */
export function PeriodFields(props: PeriodFieldsProps) {
  const { period, lastDay, labels, showLabels = false, endNeedsStart = false, onChange } = props;
  const inSheet = useFieldLayout() === 'sheet';
  const labelled = showLabels || inSheet;
  const shared = { lastDay, showLabels: labelled, size: inSheet ? 'lg' : 'md' } as const;
  return (
    <div className={classes['period']}>
      <DateTimeField
        {...shared}
        dayLabel={labels.dateStart}
        timeLabel={labels.timeStart}
        value={{ day: period.dateStart, time: period.timeStart }}
        onChange={({ day, time }) => onChange({ dateStart: day, timeStart: time })}
      />
      {labelled ? null : (
        <span className={classes['dash']} aria-hidden>
          –
        </span>
      )}
      <DateTimeField
        {...shared}
        dayLabel={labels.dateEnd}
        timeLabel={labels.timeEnd}
        firstDay={period.dateStart}
        disabled={endNeedsStart && period.timeStart === undefined && period.dateEnd === undefined}
        error={endsBeforeStart(period) ? labels.endFirst : undefined}
        value={{ day: period.dateEnd, time: period.timeEnd }}
        onChange={({ day, time }) => onChange({ dateEnd: day, timeEnd: time })}
      />
    </div>
  );
}
