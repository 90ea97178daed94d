import { useQuery } from '@tanstack/react-query';

import { formatDay, todayIn } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { type ScheduledOrder, seriesOptions } from '../scheduled-order-queries';
import { ScheduledPill } from '../list/scheduled-columns';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';

interface SeriesRunsProps {
  order: ScheduledOrder;
  /** Opens the detail of another run. */
  onOpen: (id: string) => void;
}

/** The runs of a monthly series with their states. Nothing for an order that does not repeat. */
export function SeriesRuns({ order, onOpen }: SeriesRunsProps) {
  const texts = useTexts(scheduledDetailTexts);
  const language = useLanguage();
  const { client } = useZones();
  const { data: runs = [] } = useQuery({
    ...seriesOptions(order.seriesId ?? ''),
    enabled: order.seriesId !== null,
  });
  if (runs.length < 2) return null;
  return (
    <div className={classes['series']}>
      <span className={classes['name']}>{texts.monthly}</span>
      {runs.map((run) => (
        <button
          key={run.id}
          type="button"
          className={classes['run']}
          aria-current={run.id === order.id}
          onClick={() => onOpen(run.id)}
        >
          {formatDay(todayIn(client, new Date(run.scheduledAt)), language)}
          <ScheduledPill order={run} />
        </button>
      ))}
    </div>
  );
}
