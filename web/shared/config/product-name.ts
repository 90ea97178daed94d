import { createContext, useContext } from 'react';

/** What names the app: the product, and what tells the app from others of the product, beside the logo. */
export interface Product {
  productName: string;
  productBadge?: string;
}

/** Provides what names the app to page titles and logos; `createApp` sets it. */
export const ProductContext = createContext<Product>({ productName: 'Loket' });

/** Returns the name of the product. */
export function useProductName(): string {
  return useContext(ProductContext).productName;
}
