import { createFileRoute, notFound } from '@tanstack/react-router';

import { ProductPage } from '@/features/products/product-page';

export const Route = createFileRoute('/_app/products_/$code')({
  beforeLoad: ({ params: { code } }) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/u.test(code)) throw notFound();
  },
  staticData: { area: 'products', page: 'product' },
  component: ProductPage,
});
