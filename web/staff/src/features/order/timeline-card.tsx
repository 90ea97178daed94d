import type { StaffOrderDetail } from '@/orders/order-queries';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { type Translation, useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

type Step = StaffOrderDetail['history'][number];

/** What happened to the order, the newest first. */
export function TimelineCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).timeline;
  const language = useLanguage();
  const { shown, label } = useZones();
  return (
    <Card title={texts.title} hint={label}>
      <ol className={classes['entries']}>
        {order.history.toReversed().map((step) => (
          <li key={`${step.event} ${step.attempt ?? ''}`} className={classes['entry']}>
            <span className={classes['strong']}>{nameOfStep(step, texts)}</span>
            <time className={classes['time']} dateTime={step.at}>
              {formatFollowingTime(step.at, order.createdAt, shown, language)}
            </time>
            <Cause step={step} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Cause({ step }: { step: Step }) {
  const texts = useTexts(orderTexts).timeline;
  const outcomes: Record<string, string> = texts.outcomes;
  if (step.amount !== undefined) {
    return (
      <span className={classes[step.amount < 0 ? 'out' : 'in']}>
        <Amount value={step.amount} prefix="Rp" sign="always" />
      </span>
    );
  }
  if (step.outcome === undefined) return null;
  return <span className={classes['small']}>{outcomes[step.outcome] ?? step.outcome}</span>;
}

type TimelineTexts = Translation<(typeof orderTexts)['en']>['timeline'];

function nameOfStep({ event, attempt = 0 }: Step, texts: TimelineTexts): string {
  switch (event) {
    case 'sent':
      return texts.sent(attempt);
    case 'answered':
      return texts.answered(attempt);
    case 'placed':
    case 'charged':
    case 'ended':
    case 'refunded':
    case 'waiting':
      return texts[event];
    default:
      return event;
  }
}
