import type { Overview } from '@/overview/overview-queries';
import { ChartTable } from '@shared/charts/chart-table';
import type { StackSeries } from '@shared/charts/stack-layout';
import { StackedBars } from '@shared/charts/stacked-bars';
import { useZones } from '@shared/format/display-zone';
import { formatClock } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';

import { overviewTexts } from './overview-texts';
import classes from './overview.module.css';

/** A mark below every so many bars. */
const minutesPerMark = 15;
const clockLength = 5;

/** The orders of the last 60 minutes as bars. */
export function MinutesChart({ minutes }: { minutes: Overview['minutes'] }) {
  const texts = useTexts(overviewTexts);
  const { shown } = useZones();
  const series: StackSeries[] = [
    { id: 'success', name: texts.success, tone: 'base' },
    { id: 'failed', name: texts.failedShort, tone: 'failed' },
  ];
  const columns = minutes.map(({ start, success, failed }) => ({
    key: start,
    title: formatClock(start, shown).slice(0, clockLength),
    values: [success, failed],
  }));
  const marks = columns.flatMap(({ title }, column) => {
    const isMark = Number(title.slice(-2)) % minutesPerMark === 0;
    return isMark ? [{ column, text: title, strong: false }] : [];
  });
  return (
    <div className={classes['chart']}>
      <StackedBars
        label={texts.lastHour}
        series={series}
        columns={columns}
        marks={marks}
        onPick={nothingOpens}
        pickHint={noHint}
      />
      <ChartTable label={texts.lastHour} head={texts.minute} series={series} columns={columns} />
    </div>
  );
}

function nothingOpens(): void {
  // The figures of a bar stand in its tip.
}

const noHint = () => '';
