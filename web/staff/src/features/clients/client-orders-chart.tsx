import { ChartTable } from '@shared/charts/chart-table';
import type { StackSeries } from '@shared/charts/stack-layout';
import { StackedBars } from '@shared/charts/stacked-bars';
import { formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import type { ClientSummary } from './client-queries';
import classes from './clients.module.css';
import { summaryTexts } from './summary-texts';

const daysPerMark = 10;

/** The orders of a client by day as bars. */
export function ClientOrdersChart({ days }: { days: ClientSummary['days'] }) {
  const texts = useTexts(summaryTexts);
  const language = useLanguage();
  const series: StackSeries[] = [
    { id: 'success', name: texts.success, tone: 'base' },
    { id: 'failed', name: texts.failedShort, tone: 'failed' },
  ];
  const columns = days.map(({ day, delivered, failed }) => ({
    key: day,
    title: formatDay(day, language),
    values: [delivered, failed],
  }));
  const marks = columns.flatMap(({ title }, column) =>
    column % daysPerMark === 0 ? [{ column, text: title, strong: false }] : [],
  );
  return (
    <div className={classes['chart']}>
      <StackedBars
        label={texts.ordersByDay}
        series={series}
        columns={columns}
        marks={marks}
        onPick={nothingOpens}
        pickHint={noHint}
      />
      <ChartTable label={texts.ordersByDay} head={texts.day} series={series} columns={columns} />
    </div>
  );
}

function nothingOpens(): void {
  // The figures of a bar stand in its tip.
}

const noHint = () => '';
