import { createContext, useContext } from 'react';

/** Opens the detail of a product, by its code. */
export const ProductOpenContext = createContext<(code: string) => void>(() => undefined);

/** Names the element that gets the focus when the detail of a product closes. */
export function productAnchor(code: string): string {
  return `product-${code}`;
}

/** The function that opens a product. */
export function useOpenProduct(): (code: string) => void {
  return useContext(ProductOpenContext);
}
