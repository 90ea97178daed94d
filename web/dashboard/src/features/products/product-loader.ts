import type { QueryClient } from '@tanstack/react-query';

import { inTime, takeFirstData } from '@shared/app/first-data';
import { SideDrawer } from '@shared/overlay/side-drawer';

import { priceHistoryOptions, productListOptions } from './product-queries';
import { ProductDrawer } from './products-page';

/** Loads what was asked for early, and for the product that the address opens its drawer. */
export async function startProducts(queryClient: QueryClient, product: string | undefined): Promise<void> {
  const list = '/dashboard/v1/products/client';
  const loads: Promise<unknown>[] = [
    takeFirstData({
      [list]: () => queryClient.prefetchInfiniteQuery(productListOptions({})),
      ...(product !== undefined && {
        [`${list}/${encodeURIComponent(product)}/prices`]: () =>
          queryClient.prefetchQuery(priceHistoryOptions(product)),
      }),
    }),
  ];
  // The page says if it could not be loaded.
  if (product !== undefined) {
    loads.push(...[ProductDrawer, SideDrawer].map(async (part) => part.load().catch(() => undefined)));
  }
  await inTime(Promise.all(loads));
}
