import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone, formatLongDateTime } from '@shared/format/local-time';
import { formatDecimal } from '@shared/format/decimal';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts, type Translation } from '@shared/i18n/texts';
import { useLiveState } from '@shared/live/live';

import { retryable, segmentsOf } from '../detail/detail-rules';
import type { ScheduledOrder } from '../scheduled-order-queries';
import { endedOf, isRunning } from '../list/scheduled-rules';
import type { Pace } from './pace-rules';
import { progressTexts } from './progress-texts';
import classes from './progress.module.css';
import { usePace } from './use-pace';

interface RunProgressProps {
  order: ScheduledOrder;
  /** When the counts were loaded, in milliseconds. */
  loadedAt: number;
}

const whole = 100;

/** How far a scheduled order is: counts that add up, what was spent, and how long it still takes. */
export function RunProgress({ order, loadedAt }: RunProgressProps) {
  const texts = useTexts(progressTexts);
  const { counts } = order;
  const ended = endedOf(counts);
  const total = groupThousands(counts.total);
  const shown = segmentsOf(counts).filter(({ count }) => count > 0);
  return (
    <section className={classes['progress']} aria-label={texts.label}>
      <div className={classes['line']}>
        <p>
          <span className={classes['figure']}>{groupThousands(ended)}</span> {texts.ofDone(total)}
        </p>
        <RunTime order={order} loadedAt={loadedAt} />
      </div>
      <div
        className={classes['bar']}
        role="progressbar"
        aria-label={texts.label}
        aria-valuemin={0}
        aria-valuemax={counts.total}
        aria-valuenow={ended}
        aria-valuetext={`${groupThousands(ended)} ${texts.ofDone(total)}`}
      >
        {shown.map(({ kind, count }) => (
          <div
            key={kind}
            className={classes['segment']}
            data-kind={kind}
            style={{ inlineSize: `${(count / counts.total) * whole}%` }}
          />
        ))}
      </div>
      <div className={classes['line']}>
        <ul className={classes['legend']}>
          {shown.map(({ kind, count }) => (
            <li key={kind} className={classes['entry']} data-kind={kind}>
              {texts.kinds[kind]} <span className={classes['count']}>{groupThousands(count)}</span>
            </li>
          ))}
          <Remark order={order} />
        </ul>
        <p className={classes['spent']}>
          {texts.spent} <Amount value={order.charged} />
          {order.estimatedPrice !== null && order.status !== 'done' && (
            <>
              {' '}
              {texts.of} <Amount value={order.estimatedPrice} />
            </>
          )}
        </p>
      </div>
      {isRunning(order) && <PaceLine ended={ended} total={counts.total} loadedAt={loadedAt} />}
    </section>
  );
}

/** When the order ended, starts, or was looked at last. */
function RunTime({ order, loadedAt }: RunProgressProps) {
  const texts = useTexts(progressTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const live = useLiveState() === 'live';
  if (order.endedAt !== null) {
    return <p className={classes['moment']}>{texts.finished(formatLongDateTime(order.endedAt, shown, language))}</p>;
  }
  if (!isRunning(order)) {
    if (order.status !== 'scheduled') return null;
    return <p className={classes['moment']}>{texts.starts(formatLongDateTime(order.scheduledAt, shown, language))}</p>;
  }
  const time = formatClockWithZone(new Date(loadedAt), shown);
  return (
    <p className={classes['moment']} data-live={live}>
      {live ? texts.live(time) : texts.polled(time)}
    </p>
  );
}

/** What became of the failed lines. */
function Remark({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(progressTexts);
  const paid = order.counts.error;
  const again = retryable(order).failed;
  const remarks = [
    paid > 0 && texts.alreadyPaid(groupThousands(paid), paid === 1),
    again > 0 && texts.retryable(groupThousands(again)),
  ].filter((part) => part !== false);
  return remarks.length === 0 ? null : <li className={classes['remark']}>{remarks.join(', ')}</li>;
}

function PaceLine({ ended, total, loadedAt }: { ended: number; total: number; loadedAt: number }) {
  const texts = useTexts(progressTexts);
  const pace = usePace(ended, total, loadedAt);
  if (pace === null) return null;
  return <p className={classes['pace']}>{texts.pace(formatDecimal(pace.perSecond), leftText(pace, texts))}</p>;
}

const minute = 60;

/** Seconds up to two minutes, then whole minutes. */
function leftText({ secondsLeft }: Pace, texts: Translation<(typeof progressTexts)['en']>): string {
  return secondsLeft < 2 * minute ? texts.seconds(secondsLeft) : texts.minutes(Math.round(secondsLeft / minute));
}
