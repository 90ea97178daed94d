import { lazy, Suspense, useState } from 'react';

import { focusAnchor, orderAnchor, receiptAnchor } from './order-links';
import type { Order } from './order-queries';
import { neighbours } from './order-rules';
import type { OrderSearch } from './order-search';

// Most visits to the list open neither.
const OrderDrawer = lazy(async () => ({ default: (await import('./order-drawer')).OrderDrawer }));
const ReceiptDrawer = lazy(async () => ({ default: (await import('./receipt-drawer')).ReceiptDrawer }));

interface OrderDrawersProps {
  search: OrderSearch;
  /** The rows of the page, through which the detail steps. */
  rows: readonly Order[];
  refetchInterval: number | false;
  onSearch: (next: OrderSearch, options: { replace: boolean; resetScroll: false }) => void;
}

/**
 * The detail and the receipt that the URL opens. They never stand side by side: a receipt that was opened from a
 * detail takes its place, and gives it back when it closes.
 */
export function OrderDrawers({ search, rows, refetchInterval, onSearch }: OrderDrawersProps) {
  const order = useLast(search.order);
  const receipt = useLast(search.receipt);
  const go = (part: Partial<OrderSearch>, replace: boolean) =>
    onSearch({ ...search, ...part }, { replace, resetScroll: false });
  const showsReceipt = search.receipt !== undefined;
  return (
    <Suspense fallback={null}>
      {order !== undefined && (
        <OrderDrawer
          opened={search.order !== undefined && !showsReceipt}
          orderId={order}
          row={rows.find((row) => row.orderId === order)}
          {...neighbours(rows, order)}
          refetchInterval={refetchInterval}
          onStep={(orderId) => go({ order: orderId }, true)}
          onReceipt={(orderId) => go({ receipt: orderId }, false)}
          onClose={() => go({ order: undefined }, true)}
          onReturnFocus={() => {
            if (!showsReceipt) focusAnchor(orderAnchor(order));
          }}
        />
      )}
      {receipt !== undefined && (
        <ReceiptDrawer
          opened={showsReceipt}
          orderId={receipt}
          onClose={() => go({ receipt: undefined }, true)}
          onReturnFocus={() => {
            if (search.order === undefined) focusAnchor(receiptAnchor(receipt));
          }}
        />
      )}
    </Suspense>
  );
}

/** What was given last: a drawer keeps its order while it slides away. */
function useLast(given: string | undefined): string | undefined {
  const [last, setLast] = useState(given);
  if (given !== undefined && given !== last) setLast(given);
  return given ?? last;
}
