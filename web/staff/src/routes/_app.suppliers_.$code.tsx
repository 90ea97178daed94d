import { createFileRoute, notFound } from '@tanstack/react-router';

import { supplierSearchSchema } from '@/features/suppliers/supplier-search';
import { SupplierPage } from '@/features/suppliers/supplier-page';

export const Route = createFileRoute('/_app/suppliers_/$code')({
  validateSearch: supplierSearchSchema,
  beforeLoad: ({ params: { code } }) => {
    if (!/^[\w-]{1,64}$/u.test(code)) throw notFound();
  },
  staticData: { area: 'suppliers', page: 'supplier' },
  component: SupplierPage,
});
