import { createContext, useContext } from 'react';

/** How the rows of a list open what belongs to them. Columns stand at module level, so this comes by context. */
export interface OrderLinks {
  /** The address of an order's detail, for a new tab. */
  hrefOf: (orderId: string) => string;
  onOpen: (orderId: string) => void;
  onReceipt: (orderId: string) => void;
}

const nowhere: OrderLinks = { hrefOf: () => '', onOpen: () => undefined, onReceipt: () => undefined };

/** Gives a list's rows their links. */
export const OrderLinksContext = createContext<OrderLinks>(nowhere);

/** The links of the list around. */
export function useOrderLinks(): OrderLinks {
  return useContext(OrderLinksContext);
}

/** Where the focus goes back to after an order's detail: the link of the row, or the row itself on a phone. */
export function orderAnchor(orderId: string): string {
  return `order-${orderId}`;
}

/** Where the focus goes back to after a receipt. */
export function receiptAnchor(orderId: string): string {
  return `receipt-${orderId}`;
}

/** Gives the focus to a row's link after a drawer, also where the drawer stepped on from the row that opened it. */
export function focusAnchor(anchor: string): void {
  document.querySelector<HTMLElement>(`[data-returns="${anchor}"]`)?.focus();
}
