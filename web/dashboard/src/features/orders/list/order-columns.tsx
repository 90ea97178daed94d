import { IconRefresh } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { formatDateClock, formatFollowingTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, NumberCell, ReferenceCell, Shortened, TextCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { CopyIcon } from '@shared/ui/copy-icon';
import { FollowedBadge, StatusPill } from '@shared/ui/status-pill';

import { OrderActions } from './order-actions';
import { orderAnchor, useOrderLinks } from './order-links';
import { productName, referenceText } from '../order-copy';
import classes from './order-list.module.css';
import type { Order } from '../order-queries';
import { statusTone } from '../order-status';
import { ordersTexts } from '../orders-texts';

function OrderIdCell({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const { hrefOf, onOpen } = useOrderLinks();
  const link = {
    href: hrefOf(order.orderId),
    label: texts.openOrder(order.orderId),
    anchor: orderAnchor(order.orderId),
    onOpen: () => onOpen(order.orderId),
  };
  return (
    <TwoLines caption={<OrderTimes order={order} />}>
      <NumberCell value={order.orderId} copyLabel={texts.copyOrderId} link={link} />
    </TwoLines>
  );
}

/** When an order was created and last updated. The page's header names the zone. */
function OrderTimes({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const created = formatDateClock(order.createdAt, shown, language);
  const updated = formatFollowingTime(order.updatedAt, order.createdAt, shown, language);
  return (
    <Shortened whole={`${created} · ${texts.updatedAt(updated)}`}>
      <time dateTime={order.createdAt}>{created}</time>{' '}
      <span className={classes['updated']} title={texts.updatedAt(updated)}>
        <IconRefresh aria-hidden />
        <span className={classes['updatedWord']}>· {texts.updated}</span>{' '}
        <time dateTime={order.updatedAt}>{updated}</time>
      </span>
    </Shortened>
  );
}

function ReferenceIdCell({ order }: { order: Order }) {
  const { copyReferenceId } = useTexts(ordersTexts);
  if (order.clientRef === '') return <ReferenceCell value="" />;
  return (
    <span className={classes['reference']}>
      <ReferenceCell value={order.clientRef} />
      <CopyIcon value={order.clientRef} label={copyReferenceId} />
    </span>
  );
}

function ProductCell({ order }: { order: Order }) {
  const reference = referenceText(order.reference, useTexts(ordersTexts).reference);
  return (
    <TwoLines caption={reference === '' ? undefined : <span className={classes['whole']}>{reference}</span>}>
      <span className={classes['whole']}>{productName(order)}</span>
    </TwoLines>
  );
}

function CustomerNumberCell({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  return <NumberCell value={order.destinationNo} copyLabel={texts.copyCustomerNumber} />;
}

/** The status of an order, and whether it was refunded. */
export function StatusCell({ order, size = 'small' }: { order: Order; size?: 'small' | 'pill' }) {
  const texts = useTexts(ordersTexts);
  return (
    <span className={classes['status']} data-size={size}>
      <StatusPill tone={statusTone(order.status)}>{texts.status[order.status] ?? order.status}</StatusPill>
      {order.refunded && <FollowedBadge size={size}>{texts.refunded}</FollowedBadge>}
    </span>
  );
}

function WalletCell({ order }: { order: Order }) {
  return <TextCell>{walletTypeName(order.walletType)}</TextCell>;
}

const head = columnHead(ordersTexts, 'columns');

/** Below this width, in rem, the table scrolls in its card. It is the card's width in a window of 1200 px. */
export const orderTableMinWidth = 55.5;

/** The columns of Order History (docs/product/orders.md#order-history). Reference and product share the remaining width. */
export const orderColumns: ListColumns<Order> = [
  {
    id: 'orderId',
    header: head('orderId'),
    cell: (row) => <OrderIdCell order={row} />,
    look: { width: 18.5, minWidth: 13.5, skeleton: 'two-lines' },
  },
  {
    id: 'referenceId',
    header: head('referenceId'),
    cell: (row) => <ReferenceIdCell order={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'product',
    header: head('product'),
    cell: (row) => <ProductCell order={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'walletType',
    header: head('walletType'),
    cell: (row) => <WalletCell order={row} />,
    look: { width: 7, minWidth: 5.8125, skeleton: 'line' },
  },
  {
    id: 'customerNumber',
    header: head('customerNumber'),
    cell: (row) => <CustomerNumberCell order={row} />,
    look: { width: 10.5, minWidth: 7.625, skeleton: 'line' },
  },
  {
    id: 'amount',
    header: head('amount'),
    cell: (row) => <AmountCell value={row.price} />,
    look: { width: 8.25, minWidth: 7, align: 'end', skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <StatusCell order={row} />,
    look: { width: 7, minWidth: 6.25, skeleton: 'pill' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <OrderActions order={row} />,
    look: { width: 5.25, minWidth: 4.5, align: 'end', skeleton: 'icon' },
  },
];
