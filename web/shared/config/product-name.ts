import { createContext, useContext } from 'react';

/** Provides the name of the product to page titles and logos; `createApp` sets it. */
export const ProductNameContext = createContext('Loket');

/** Returns the name of the product. */
export function useProductName(): string {
  return useContext(ProductNameContext);
}
