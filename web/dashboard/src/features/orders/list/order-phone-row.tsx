import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatClockWithZone, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';

import { StatusCell } from './order-columns';
import { productName } from '../order-copy';
import { orderAnchor } from './order-links';
import type { Order } from '../order-queries';
import classes from './order-list.module.css';

interface OrderPhoneRowProps {
  order: Order;
  /** Show date and time, because the list holds orders of several days. */
  withDate: boolean;
  onOpen: (orderId: string) => void;
}

/** An order on a phone: product and amount, number and status, id and time. A tap opens its detail. */
export function OrderPhoneRow({ order, withDate, onOpen }: OrderPhoneRowProps) {
  const language = useLanguage();
  const { shown } = useZones();
  const created = new Date(order.createdAt);
  return (
    <button
      type="button"
      className={classes['phoneRow']}
      aria-haspopup="dialog"
      data-returns={orderAnchor(order.orderId)}
      onClick={() => onOpen(order.orderId)}
    >
      <span className={classes['phoneProduct']}>{productName(order)}</span>
      <span className={classes['phoneAmount']}>
        <Amount value={order.price} />
      </span>
      <span className={classes['phoneNumber']}>
        <GroupedNumber value={order.destinationNo} />
      </span>
      <StatusCell order={order} size="pill" />
      <span className={classes['phoneId']}>
        <GroupedNumber value={order.orderId} />
      </span>
      <time className={classes['phoneTime']} dateTime={order.createdAt}>
        {withDate ? formatDateTime(created, shown, language) : formatClockWithZone(created, shown)}
      </time>
    </button>
  );
}
