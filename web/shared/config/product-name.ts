import { createContext, useContext } from 'react';

/** Provides the name of the product to page titles and logos; `createApp` sets it. */
export const ProductNameContext = createContext('Loket');

/** Provides what tells the app from others of the product, beside the logo; `createApp` sets it. */
export const ProductBadgeContext = createContext<string | undefined>(undefined);

/** Returns the name of the product. */
export function useProductName(): string {
  return useContext(ProductNameContext);
}
