import type { QueryClient } from '@tanstack/react-query';

import { session } from '@/session/session';

import { shopConfigOptions } from '../connect-queries';
import { skuListOptions } from './sku-queries';
import { skuSearchSchema } from './sku-search';

/**
 * Loads the set-up of the shop, and the list of its SKUs, in whose place an unpublished one has its first margins. Whether
 * it is published is kept, so that the next page load asks for the list without waiting (start/first-calls.ts).
 */
export async function takeSkus(queryClient: QueryClient): Promise<void> {
  const config = await queryClient.fetchQuery(shopConfigOptions());
  session.keep('shopPublished', config?.isPublished === true);
  if (config?.isPublished) await queryClient.prefetchQuery(skuListOptions(skuSearchSchema.parse({})));
}
