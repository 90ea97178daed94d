import { ChartTable } from '@shared/charts/chart-table';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { formatDay } from '@shared/format/calendar-day';

import type { Webhook } from './webhook-queries';
import { webhookTexts } from './webhook-texts';
import classes from './webhooks.module.css';

const whole = 100;

/** Deliveries of the last seven days as bars, failed ones on top. */
export function WeekBars({ days }: { days: Webhook['days'] }) {
  const texts = useTexts(webhookTexts).panel;
  const language = useLanguage();
  const highest = Math.max(1, ...days.map(({ delivered, failed }) => delivered + failed));
  const heightOf = (count: number) => ({ blockSize: `${(count / highest) * whole}%` });
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <div className={classes['week']}>
      <div className={classes['bars']} aria-hidden>
        {days.map(({ day, delivered, failed }) => (
          <div key={day} className={classes['bar']}>
            {failed > 0 && <span className={classes['failed']} style={heightOf(failed)} />}
            {delivered > 0 && <span className={classes['delivered']} style={heightOf(delivered)} />}
          </div>
        ))}
      </div>
      <div className={classes['ends']} aria-hidden>
        <span>{first && formatDay(first.day, language)}</span>
        <span>{last && formatDay(last.day, language)}</span>
      </div>
      <ChartTable
        label={texts.week}
        head={texts.day}
        series={[
          { id: 'delivered', name: texts.delivered, tone: 'base' },
          { id: 'failed', name: texts.failed, tone: 'failed' },
        ]}
        columns={days.map(({ day, delivered, failed }) => ({
          key: day,
          title: formatDay(day, language),
          values: [delivered, failed],
        }))}
      />
    </div>
  );
}
