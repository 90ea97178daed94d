import { Link } from '@tanstack/react-router';

import type { StaffOrder } from '@/orders/order-queries';
import { OrderStatus } from '@/orders/order-status';
import { orderWords } from '@/orders/order-words';
import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { AmountCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';

import { ordersTexts } from './orders-texts';

const head = columnHead(ordersTexts, 'columns');

/** The columns of the list of all orders. */
export const orderColumns: ListColumns<StaffOrder> = [
  {
    id: 'order',
    header: head('order'),
    cell: (order) => <OrderCell order={order} />,
    look: { width: 14, minWidth: 12, skeleton: 'two-lines' },
  },
  {
    id: 'client',
    header: head('client'),
    cell: (order) => <ClientCell order={order} />,
    look: { minWidth: 9, skeleton: 'two-lines' },
  },
  {
    id: 'product',
    header: head('product'),
    cell: (order) => <TwoLines caption={order.productCode}>{order.productName}</TwoLines>,
    look: { minWidth: 9, skeleton: 'two-lines' },
  },
  {
    id: 'number',
    header: head('number'),
    cell: (order) => <GroupedNumber value={order.destinationNo} />,
    look: { width: 10, minWidth: 9 },
  },
  {
    id: 'price',
    header: head('price'),
    cell: (order) => <AmountCell value={order.price} prefix="Rp" />,
    look: { width: 8, minWidth: 7, align: 'end' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (order) => <StatusCell order={order} />,
    look: { width: 11, minWidth: 9, skeleton: 'pill' },
  },
  {
    id: 'created',
    header: head('created'),
    cell: (order) => <DateCell at={order.createdAt} />,
    look: { width: 9, minWidth: 8, skeleton: 'two-lines' },
  },
];

function OrderCell({ order }: { order: StaffOrder }) {
  const texts = useTexts(ordersTexts);
  return (
    <TwoLines caption={order.clientRef}>
      <Link to="/orders/$id" params={{ id: order.orderId }} aria-label={texts.open(order.orderId)}>
        <GroupedNumber value={order.orderId} />
      </Link>
    </TwoLines>
  );
}

function ClientCell({ order }: { order: StaffOrder }) {
  const stateTexts = useTexts(orderWords);
  return <TwoLines caption={stateTexts.clientId(order.clientId)}>{order.clientName}</TwoLines>;
}

function StatusCell({ order }: { order: StaffOrder }) {
  return (
    <TwoLines caption={order.reason === '' ? undefined : order.reason}>
      <OrderStatus order={order} />
    </TwoLines>
  );
}
