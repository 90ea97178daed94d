import { Amount } from '@shared/format/amount';
import { type Day, todayIn } from '@shared/format/calendar-day';
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
  /** Today in the zone of the screen. */
  today: Day;
  onOpen: (orderId: string) => void;
}

/** An order on a phone: product and amount, number and state, id and time. A tap opens the rest. */
export function OrderPhoneRow({ order, today, onOpen }: OrderPhoneRowProps) {
  const language = useLanguage();
  const { shown } = useZones();
  const created = new Date(order.createdAt);
  // Today's orders say the clock alone; a search over all dates needs the day too.
  const isToday = todayIn(shown, created) === today;
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
        {isToday ? formatClockWithZone(created, shown) : formatDateTime(created, shown, language)}
      </time>
    </button>
  );
}
