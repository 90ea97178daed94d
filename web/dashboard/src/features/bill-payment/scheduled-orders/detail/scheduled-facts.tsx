import type { ReactNode } from 'react';

import { Amount } from '@shared/format/amount';
import { todayIn } from '@shared/format/calendar-day';
import { formatMonth, monthOf } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue } from '@shared/table/cells';

import type { ScheduledOrder } from '../scheduled-order-queries';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import classes from './detail.module.css';

/** What is paid, when, and from which wallet. */
export function OrderFacts({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledDetailTexts);
  const language = useLanguage();
  const { client } = useZones();
  const until =
    order.endsAt === null
      ? ''
      : ` ${texts.until(formatMonth(monthOf(todayIn(client, new Date(order.endsAt))), language))}`;
  return (
    <dl className={classes['facts']}>
      <Part name={texts.facts.product}>
        {order.productName} <span className={classes['code']}>{order.productCode}</span>
      </Part>
      <Part name={texts.facts.scheduledAt}>
        <TimeOf at={order.scheduledAt} />
      </Part>
      <Part name={texts.facts.repeat}>{order.interval === null ? texts.oneTime : `${texts.monthly}${until}`}</Part>
      <Part name={texts.facts.wallet}>{walletTypeName(order.walletType)}</Part>
      <Part name={texts.facts.createdAt}>
        <TimeOf at={order.createdAt} /> <span className={classes['maker']}>{texts.by(order.createdBy)}</span>
      </Part>
      <Part name={texts.facts.total}>
        {order.estimatedPrice === null ? <EmptyValue /> : <Amount value={order.estimatedPrice} />}
      </Part>
    </dl>
  );
}

function TimeOf({ at }: { at: string }) {
  const language = useLanguage();
  const { shown } = useZones();
  return <time dateTime={at}>{formatLongDateTime(at, shown, language)}</time>;
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  );
}
