import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatClockWithZone, formatDateTime, formatFollowingTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { PhoneRow } from '@shared/table/phone-row';

import { OrderActions } from './order-actions';
import { StatusCell } from './order-columns';
import { productName } from '../order-copy';
import { orderAnchor } from './order-links';
import type { Order } from '../order-queries';
import { ordersTexts } from '../orders-texts';
import classes from './order-list.module.css';

interface OrderPhoneRowProps {
  order: Order;
  /** Show date and time, because the list holds orders of several days. */
  withDate: boolean;
  onOpen: (orderId: string) => void;
}

/**
 * An order on a phone: product and amount, number and status, id and created time, reference, wallet and updated time,
 * and its actions. A tap opens its detail.
 */
export function OrderPhoneRow({ order, withDate, onOpen }: OrderPhoneRowProps) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const created = new Date(order.createdAt);
  const wallet = walletTypeName(order.walletType);
  return (
    <div className={classes['phone']}>
      <PhoneRow
        className={classes['phoneRow']}
        open={{ anchor: orderAnchor(order.orderId), onOpen: () => onOpen(order.orderId) }}
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
        <span className={classes['phoneId']}>{order.clientRef === '' ? wallet : `${wallet} · ${order.clientRef}`}</span>
        <span className={classes['phoneTime']}>
          {texts.updated}{' '}
          <time dateTime={order.updatedAt}>
            {formatFollowingTime(order.updatedAt, order.createdAt, shown, language)}
          </time>
        </span>
      </PhoneRow>
      <div className={classes['phoneActions']}>
        <OrderActions order={order} size="lg" />
      </div>
    </div>
  );
}
