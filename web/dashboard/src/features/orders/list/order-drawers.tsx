import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { ListAddress } from '@shared/list/list-address';
import { lazyOverlay } from '@shared/state/lazy-part';
import { useLast } from '@shared/ui/use-last';

import { focusAnchor, orderAnchor, receiptAnchor } from './order-links';
import type { Order } from '../order-queries';
import { listParams, neighbours, nextPage, previousPage } from '../order-rules';
import type { OrderSearch } from '../order-search';

// Loaded after the page, which most visits only look at.
const OrderDrawer = lazyOverlay(async () => (await import('../detail/order-drawer')).OrderDrawer);
const ReceiptDrawer = lazyOverlay(async () => (await import('../receipt/receipt-drawer')).ReceiptDrawer);

interface OrderDrawersProps {
  address: ListAddress<OrderSearch>;
  /** The rows of the page, through which the buttons of the detail step. */
  rows: readonly Order[];
  /** Whether the rows are those of the page in the URL, and not of the previous page while it loads. */
  settled: boolean;
}

/**
 * The detail and the receipt that the URL opens. Only one is visible: a receipt that was opened from the detail hides
 * it until the receipt closes.
 */
export function OrderDrawers({ address, rows, settled }: OrderDrawersProps) {
  const { search, open, replace } = address;
  const order = useLast(search.order);
  const receipt = useLast(search.receipt);
  const showsReceipt = search.receipt !== undefined;
  const steps = useSteps({ address, rows, settled });
  return (
    <>
      {order !== undefined && (
        <OrderDrawer
          opened={search.order !== undefined && !showsReceipt}
          orderId={order}
          row={rows.find((row) => row.orderId === order)}
          {...steps}
          onReceipt={(orderId) => open({ ...search, receipt: orderId })}
          onClose={() => replace({ ...search, order: undefined })}
          onReturnFocus={() => {
            if (!showsReceipt) focusAnchor(orderAnchor(order));
          }}
        />
      )}
      {receipt !== undefined && (
        <ReceiptDrawer
          opened={showsReceipt}
          orderId={receipt}
          onClose={() => replace({ ...search, receipt: undefined })}
          onReturnFocus={() => {
            if (search.order === undefined) focusAnchor(receiptAnchor(receipt));
          }}
        />
      )}
    </>
  );
}

interface Turning {
  /** Which row to open when the page is loaded, unless the page has the open order. */
  end: 'first' | 'last';
  /** The page that was asked for. */
  page: string;
}

const pageOf = (search: OrderSearch) => JSON.stringify(listParams(search));

/**
 * Handlers that open the previous and the next order, also across the ends of a page. When new orders push the open one
 * off the page, the steps go on from its end.
 */
function useSteps({ address, rows, settled }: OrderDrawersProps) {
  const { search, replace } = address;
  const open = search.order ?? '';
  const listed = settled && rows.some((row) => row.orderId === open);
  // The last open order that was a row of the list. One that never was, from a link, has no neighbours.
  const [lastListed, setLastListed] = useState('');
  if (listed && lastListed !== open) setLastListed(open);
  const slid = settled && !listed && lastListed === open;
  // Null if no page is being turned.
  const turning = useRef<Turning | null>(null);
  const arrive = useEffectEvent((arrived: readonly Order[]) => {
    if (turning.current === null || turning.current.page !== pageOf(search)) return;
    const { up, down } = neighbours(arrived, open);
    const end = turning.current.end === 'first' ? arrived.at(0) : arrived.at(-1);
    const next = listed ? (turning.current.end === 'first' ? down : up) : end?.orderId;
    turning.current = null;
    if (next !== undefined) replace({ ...search, order: next });
  });
  useEffect(() => {
    // The order was closed while its next page was loading: open nothing.
    if (search.order === undefined) turning.current = null;
  }, [search.order]);
  useEffect(() => {
    if (settled) arrive(rows);
  }, [settled, rows]);

  function to(orderId: string | undefined, page: OrderSearch | null, end: Turning['end']) {
    if (orderId !== undefined) return () => replace({ ...search, order: orderId });
    if (page === null) return undefined;
    return () => {
      turning.current = { end, page: pageOf(page) };
      replace({ ...page, order: search.order });
    };
  }
  const { up, down } = neighbours(rows, open);
  return {
    onUp: to(slid ? rows.at(-1)?.orderId : up, listed ? previousPage(search, rows) : null, 'last'),
    onDown: to(down, listed || slid ? nextPage(search, rows) : null, 'first'),
  };
}
