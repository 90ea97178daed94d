import { useZones } from '@shared/format/display-zone';
import { formatDateTime, formatFollowingTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, NumberCell, ReferenceCell, Shortened, TextCell, TwoLines } from '@shared/table/cells';
import { columnsFor } from '@shared/table/columns';
import { FollowedBadge, StatusPill } from '@shared/table/status-pill';

import { OrderActions } from './order-actions';
import { orderAnchor, useOrderLinks } from './order-links';
import { productName, referenceText } from '../order-copy';
import classes from './order-list.module.css';
import type { Order } from '../order-queries';
import { statusTone } from '../order-status';
import { ordersTexts } from '../orders-texts';

type ColumnName = keyof (typeof ordersTexts)['en']['columns'];

/** Heads are components, because columns stand at module level and texts change with the language. */
function Head({ name }: { name: ColumnName }) {
  return useTexts(ordersTexts).columns[name];
}

function OrderIdCell({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { hrefOf, onOpen } = useOrderLinks();
  const link = {
    href: hrefOf(order.orderId),
    label: texts.openOrder(order.orderId),
    anchor: orderAnchor(order.orderId),
    onOpen: () => onOpen(order.orderId),
  };
  return (
    <TwoLines caption={<time dateTime={order.createdAt}>{formatDateTime(order.createdAt, shown, language)}</time>}>
      <NumberCell value={order.orderId} copyLabel={texts.copyOrderId} link={link} />
    </TwoLines>
  );
}

function ReferenceIdCell({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const updated = formatFollowingTime(order.updatedAt, order.createdAt, shown, language);
  return (
    <TwoLines caption={<time dateTime={order.updatedAt}>{texts.updatedAt(updated)}</time>}>
      <ReferenceCell value={order.clientRef} />
    </TwoLines>
  );
}

function ProductCell({ order }: { order: Order }) {
  const reference = referenceText(order.reference, useTexts(ordersTexts).reference);
  return (
    <TwoLines caption={reference === '' ? undefined : <Shortened>{reference}</Shortened>}>
      <Shortened>{productName(order)}</Shortened>
    </TwoLines>
  );
}

function CustomerNumberCell({ order }: { order: Order }) {
  const texts = useTexts(ordersTexts);
  return <NumberCell value={order.destinationNo} copyLabel={texts.copyCustomerNumber} />;
}

/** The state of an order with what followed on it. */
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

const column = columnsFor<Order>();

/** The columns of Order History, in the specification's order. */
export const orderColumns = column.columns([
  column.display({
    id: 'orderId',
    header: () => <Head name="orderId" />,
    cell: ({ row }) => <OrderIdCell order={row.original} />,
    meta: { width: 13.25, skeleton: 'two-lines' },
  }),
  column.display({
    id: 'referenceId',
    header: () => <Head name="referenceId" />,
    cell: ({ row }) => <ReferenceIdCell order={row.original} />,
    meta: { width: 9.5, skeleton: 'two-lines' },
  }),
  column.display({
    id: 'product',
    header: () => <Head name="product" />,
    cell: ({ row }) => <ProductCell order={row.original} />,
    meta: { skeleton: 'two-lines' },
  }),
  column.display({
    id: 'walletType',
    header: () => <Head name="walletType" />,
    cell: ({ row }) => <WalletCell order={row.original} />,
    meta: { width: 6.5, skeleton: 'line' },
  }),
  column.display({
    id: 'customerNumber',
    header: () => <Head name="customerNumber" />,
    cell: ({ row }) => <CustomerNumberCell order={row.original} />,
    meta: { width: 11.25, skeleton: 'line' },
  }),
  column.display({
    id: 'amount',
    header: () => <Head name="amount" />,
    cell: ({ row }) => <AmountCell value={row.original.price} />,
    meta: { width: 7.75, align: 'end', skeleton: 'line' },
  }),
  column.display({
    id: 'status',
    header: () => <Head name="status" />,
    cell: ({ row }) => <StatusCell order={row.original} />,
    meta: { width: 7, skeleton: 'pill' },
  }),
  column.display({
    id: 'action',
    header: () => <Head name="action" />,
    cell: ({ row }) => <OrderActions order={row.original} />,
    meta: { width: 5.25, align: 'end', skeleton: 'icon' },
  }),
]);
