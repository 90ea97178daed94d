import type { QueryClient } from '@tanstack/react-query';

import { shopConfigOptions } from '../connect-queries';
import { skuListOptions } from './sku-queries';
import { skuSearchSchema } from './sku-search';

/** Loads the set-up of the shop, and the list of its SKUs, in whose place an unpublished one has its first margins. */
export async function takeSkus(queryClient: QueryClient): Promise<void> {
  const config = await queryClient.fetchQuery(shopConfigOptions());
  if (config?.isPublished) await queryClient.prefetchQuery(skuListOptions(skuSearchSchema.parse({})));
}
