import { PhoneRow } from '@shared/table/phone-row';
import type { ScheduledOrder } from '../scheduled-order-queries';
import { DetailLink, EstimatedTotal, Quantity, ScheduledAt, ScheduledPill, StatusNote } from './scheduled-columns';
import classes from './scheduled-list.module.css';

/** A scheduled order on a phone: name and total, product and state, moment and the way to its detail. */
export function ScheduledPhoneRow({ order }: { order: ScheduledOrder }) {
  return (
    <PhoneRow className={classes['phoneRow']}>
      <span className={classes['phoneName']}>{order.name}</span>
      <span className={classes['phoneTotal']}>
        <EstimatedTotal value={order.estimatedPrice} />
      </span>
      <span className={classes['phoneNote']}>
        {order.productName} · <Quantity order={order} />
      </span>
      <span>
        <ScheduledPill order={order} />
      </span>
      <span className={classes['phoneNote']}>
        <ScheduledAt order={order} />
        <span className={classes['phoneState']}>
          <StatusNote order={order} />
        </span>
      </span>
      <DetailLink order={order} />
    </PhoneRow>
  );
}
