import { ChartTable } from '@shared/charts/chart-table';
import { Amount } from '@shared/format/amount';
import { formatDay, formatDayRange } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { DayPlot } from './day-plot';
import type { Report } from './report-queries';
import { reportTexts } from './report-texts';
import classes from './reports.module.css';

/** What was sold and what was left, day by day, with the days before. */
export function ReportCharts({ report }: { report: Report }) {
  const texts = useTexts(reportTexts);
  const language = useLanguage();
  const { days, earlier, total } = report;
  const names = days.map(({ day }) => formatDay(day, language));
  const before = texts.before(formatDayRange(earlier.dateStart, earlier.dateEnd, language));
  const chart = (title: string, name: string, of: 'amount' | 'margin', kind: 'bars' | 'lines') => (
    <Card title={title} action={<b className={classes['sum']}>{<Amount value={total[of]} prefix="Rp" />}</b>}>
      {kind === 'lines' ? <p className={classes['earlier']}>{before}</p> : null}
      <DayPlot
        kind={kind}
        names={names}
        values={days.map((day) => day[of])}
        earlier={kind === 'lines' ? earlier.days.map((day) => day[of]) : []}
      />
      <ChartTable
        label={title}
        head={texts.day}
        series={[
          { id: of, name, tone: 'base' },
          { id: 'before', name: before, tone: 'waiting' },
        ]}
        columns={days.map(({ day, ...sums }, index) => ({
          key: day,
          title: names[index] ?? day,
          values: [sums[of], earlier.days[index]?.[of] ?? 0],
        }))}
      />
    </Card>
  );
  return (
    <div className={classes['charts']}>
      {chart(texts.soldByDay, texts.sold, 'amount', 'bars')}
      {chart(texts.marginByDay, texts.margin, 'margin', 'lines')}
    </div>
  );
}
