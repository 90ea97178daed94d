import { createContext, useContext } from 'react';

/** Opens the detail of a product, by its code. */
export const ProductOpenContext = createContext<(code: string) => void>(() => undefined);

/** The function that opens a product. */
export function useOpenProduct(): (code: string) => void {
  return useContext(ProductOpenContext);
}
