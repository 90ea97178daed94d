import { createFileRoute } from '@tanstack/react-router';

import { productSearchSchema } from '@/features/products/product-search';
import { ProductsPage } from '@/features/products/products-page';
import { startProducts } from '@/features/products/product-loader';

export const Route = createFileRoute('/_app/product')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: productSearchSchema,
  beforeLoad: ({ search }) => {
    // The code of the drawer comes beside that of the page.
    if (search.product !== undefined) void import('@/features/products/product-drawer').catch(() => undefined);
  },
  loader: ({ context: { queryClient }, location, cause }) => {
    const { product } = productSearchSchema.parse(location.search);
    return cause === 'enter' ? startProducts(queryClient, product) : undefined;
  },
  staticData: { area: 'product' },
  component: ProductsPage,
});
