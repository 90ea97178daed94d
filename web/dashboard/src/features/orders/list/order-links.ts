import { createContext, useContext } from 'react';

/** How the rows of a list open detail and receipt. A context passes it, because columns are defined once. */
export interface OrderLinks {
  /** The address of an order's detail, for links. */
  hrefOf: (orderId: string) => string;
  onOpen: (orderId: string) => void;
  /** Undefined for staff who look at the portal: receipts have serial numbers, which are worth money. */
  onReceipt: ((orderId: string) => void) | undefined;
}

const nowhere: OrderLinks = { hrefOf: () => '', onOpen: () => undefined, onReceipt: undefined };

/** Passes the links to the rows of a list. */
export const OrderLinksContext = createContext<OrderLinks>(nowhere);

/** The links of the surrounding list. */
export function useOrderLinks(): OrderLinks {
  return useContext(OrderLinksContext);
}

/** Names the element that gets the focus when an order's detail closes: the row's link, or the row on a phone. */
export function orderAnchor(orderId: string): string {
  return `order-${orderId}`;
}

/** Names the element that gets the focus when a receipt closes. */
export function receiptAnchor(orderId: string): string {
  return `receipt-${orderId}`;
}
