import { createFileRoute } from '@tanstack/react-router';

import { productSearchSchema } from '@/features/products/product-search';
import { ProductsPage } from '@/features/products/products-page';
import { productListOptions } from '@/features/products/product-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/product')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: productSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/dashboard/v1/products/client': () => queryClient.prefetchInfiniteQuery(productListOptions({})) }),
  staticData: { area: 'product' },
  component: ProductsPage,
});
