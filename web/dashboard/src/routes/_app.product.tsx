import { createFileRoute } from '@tanstack/react-router';

import { productSearchSchema } from '@/features/products/product-search';
import { ProductsPage } from '@/features/products/products-page';

export const Route = createFileRoute('/_app/product')({
  validateSearch: productSearchSchema,
  staticData: { area: 'product' },
  component: ProductsPage,
});
