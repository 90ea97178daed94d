import { createContext, useContext } from 'react';

import type { BillProduct } from '../order-form/order-queries';

/** Opens the form that orders a product. */
export const OrderProductContext = createContext<(product: BillProduct) => void>(() => undefined);

/** Returns the function that opens the form for a product. */
export function useOrderProduct(): (product: BillProduct) => void {
  return useContext(OrderProductContext);
}
