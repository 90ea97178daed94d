import type { StaffOrderDetail } from '@/orders/order-queries';
import { nameOf } from '@/orders/order-words';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

/** Who opened and changed the order, the newest first. */
export function AuditCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).audit;
  const language = useLanguage();
  const { shown } = useZones();
  const acts: Record<string, string> = texts.actions;
  if (order.audit.length === 0) return <Card title={texts.title}>{texts.none}</Card>;
  return (
    <Card title={texts.title}>
      <ul className={classes['entries']}>
        {order.audit.map(({ actor, action, reason, at }) => (
          <li key={`${at} ${action}`} className={classes['entry']}>
            <span>
              <span className={classes['strong']}>{nameOf(actor)}</span> {acts[action] ?? action}
            </span>
            <time className={classes['time']} dateTime={at}>
              {formatFollowingTime(at, order.createdAt, shown, language)}
            </time>
            {reason !== '' && <p className={`${classes['entryText']} ${classes['small']}`}>{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
