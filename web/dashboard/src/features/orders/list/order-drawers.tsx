import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import { focusAnchor, orderAnchor, receiptAnchor } from './order-links';
import type { Order } from '../order-queries';
import { neighbours, nextPage, previousPage } from '../order-rules';
import type { OrderSearch } from '../order-search';

// Most visits to the list open neither.
const OrderDrawer = lazy(async () => ({ default: (await import('../detail/order-drawer')).OrderDrawer }));
const ReceiptDrawer = lazy(async () => ({ default: (await import('../receipt/receipt-drawer')).ReceiptDrawer }));

interface OrderDrawersProps {
  search: OrderSearch;
  /** The rows of the page, through which the detail steps. */
  rows: readonly Order[];
  /** The rows are those of the page that the URL names, not the ones before them. */
  settled: boolean;
  refetchInterval: number | false;
  onSearch: (next: OrderSearch, options: { replace: boolean; resetScroll: false }) => void;
}

/**
 * The detail and the receipt that the URL opens. They never stand side by side: a receipt that was opened from a
 * detail takes its place, and gives it back when it closes.
 */
export function OrderDrawers({ search, rows, settled, refetchInterval, onSearch }: OrderDrawersProps) {
  const order = useLast(search.order);
  const receipt = useLast(search.receipt);
  const go = (part: Partial<OrderSearch>, replace: boolean) =>
    onSearch({ ...search, ...part }, { replace, resetScroll: false });
  const showsReceipt = search.receipt !== undefined;
  const steps = useSteps({ search, rows, settled, onSearch });
  return (
    <Suspense fallback={null}>
      {order !== undefined && (
        <OrderDrawer
          opened={search.order !== undefined && !showsReceipt}
          orderId={order}
          row={rows.find((row) => row.orderId === order)}
          {...steps}
          refetchInterval={refetchInterval}
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

type StepParts = Pick<OrderDrawersProps, 'search' | 'rows' | 'settled' | 'onSearch'>;

const inPlace = { replace: true, resetScroll: false } as const;

/** The ways up and down from the open order: to its neighbour, and from the ends of a page to the page beside it. */
function useSteps({ search, rows, settled, onSearch }: StepParts) {
  // The end of the coming page at which its first step will be, until its rows are there.
  const turning = useRef<'first' | 'last' | null>(null);
  const arrive = useEffectEvent(() => {
    const row = turning.current === 'first' ? rows.at(0) : rows.at(-1);
    if (turning.current !== null && row) onSearch({ ...search, order: row.orderId }, inPlace);
    turning.current = null;
  });
  useEffect(() => {
    // Whoever closes the order while its next page is on its way, or empty, steps nowhere any more.
    if (search.order === undefined) turning.current = null;
  }, [search.order]);
  const there = settled && !rows.some((row) => row.orderId === search.order);
  useEffect(() => {
    if (there) arrive();
  }, [there]);

  function to(orderId: string | undefined, page: OrderSearch | null, end: 'first' | 'last') {
    if (orderId !== undefined) return () => onSearch({ ...search, order: orderId }, inPlace);
    if (page === null) return undefined;
    return () => {
      turning.current = end;
      onSearch({ ...page, order: search.order }, inPlace);
    };
  }
  const { up, down } = neighbours(rows, search.order ?? '');
  const listed = settled && rows.some((row) => row.orderId === search.order);
  return {
    onUp: to(up, listed ? previousPage(search, rows) : null, 'last'),
    onDown: to(down, listed ? nextPage(search, rows) : null, 'first'),
  };
}

/** What was given last: a drawer keeps its order while it slides away. */
function useLast(given: string | undefined): string | undefined {
  const [last, setLast] = useState(given);
  if (given !== undefined && given !== last) setLast(given);
  return given ?? last;
}
