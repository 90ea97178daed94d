import { createFileRoute } from '@tanstack/react-router';

import { productSearchSchema } from '@/features/products/product-search';
import { ProductsPage } from '@/features/products/products-page';

export const Route = createFileRoute('/_app/products')({
  validateSearch: productSearchSchema,
  staticData: { area: 'products' },
  component: ProductsPage,
});
