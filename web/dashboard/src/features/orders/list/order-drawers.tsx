import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useLooks } from '@/session/current-user';
import type { ListAddress } from '@shared/list/list-address';
import { focusAnchor } from '@shared/overlay/focus-anchor';
import { lazyDrawer } from '@shared/overlay/lazy-windows';
import { useLast } from '@shared/ui/use-last';

import { orderAnchor, receiptAnchor } from './order-links';
import { type Order, orderListOptions } from '../order-queries';
import { listParams, neighbours, nextPage, previousPage } from '../order-rules';
import type { OrderSearch } from '../order-search';

const OrderDrawer = lazyDrawer(async () => (await import('../detail/order-drawer')).OrderDrawer);
const ReceiptDrawer = lazyDrawer(async () => (await import('../receipt/receipt-drawer')).ReceiptDrawer);

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
  const looks = useLooks();
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
          onReceipt={looks ? undefined : (orderId) => open({ ...search, receipt: orderId })}
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

type Direction = 'up' | 'down';

/**
 * Handlers that open the previous and the next order, also across the ends of a page: there the next page is loaded, and
 * then shown with its order, and `turning` says in which direction. When new orders push the open one off the page, the steps go on from its end.
 */
function useSteps({ address, rows, settled }: OrderDrawersProps) {
  const { search, replace } = address;
  const client = useQueryClient();
  const open = search.order ?? '';
  const listed = settled && rows.some((row) => row.orderId === open);
  // The last open order that was a row of the list. One that never was, from a link, has no neighbours.
  const [lastListed, setLastListed] = useState('');
  if (listed && lastListed !== open) setLastListed(open);
  const slid = settled && !listed && lastListed === open;
  // The order whose detail is seen when a page has come; undefined under a receipt and once the page was left.
  const seen = search.receipt === undefined ? search.order : undefined;
  const seenNow = useRef<string>(undefined);
  useEffect(() => {
    seenNow.current = seen;
    return () => {
      seenNow.current = undefined;
    };
  }, [seen]);
  const [turning, setTurning] = useState<{ from: string; by: Direction }>();

  async function turnTo(page: OrderSearch, by: Direction) {
    const turn = { from: open, by };
    setTurning(turn);
    // The list says that it failed.
    const loaded = await client.fetchQuery(orderListOptions(listParams(page), true)).catch(() => []);
    setTurning((current) => (current === turn ? undefined : current));
    if (seenNow.current !== open) return;
    const isOnPage = loaded.some((row) => row.orderId === open);
    const first = by === 'down' ? loaded.at(0) : loaded.at(-1);
    const next = isOnPage ? neighbours(loaded, open)[by] : first?.orderId;
    replace({ ...page, order: next ?? open });
  }

  function step(orderId: string | undefined, page: OrderSearch | null, by: Direction) {
    if (orderId !== undefined) return () => replace({ ...search, order: orderId });
    return page === null ? undefined : () => void turnTo(page, by);
  }
  const { up, down } = neighbours(rows, open);
  return {
    onUp: step(slid ? rows.at(-1)?.orderId : up, listed ? previousPage(search, rows) : null, 'up'),
    onDown: step(down, listed || slid ? nextPage(search, rows) : null, 'down'),
    turning: turning?.from === open ? turning.by : undefined,
  };
}
