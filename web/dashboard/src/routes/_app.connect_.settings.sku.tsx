import { createFileRoute } from '@tanstack/react-router';

import { SkuPage } from '@/features/connect/sku/sku-page';
import { skuSearchSchema } from '@/features/connect/sku/sku-search';

export const Route = createFileRoute('/_app/connect_/settings/sku')({
  validateSearch: skuSearchSchema,
  staticData: { area: 'connect', page: 'sku' },
  component: SkuPage,
});
