import { createFileRoute } from '@tanstack/react-router';

import { SkuPage } from '@/features/connect/sku/sku-page';
import { skuSearchSchema } from '@/features/connect/sku/sku-search';
import { takeSkus } from '@/features/connect/sku/sku-loader';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/connect_/settings/sku')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: skuSearchSchema,
  loader: ({ context: { queryClient } }) => takeFirstData({ '/v1/webapp/config': () => takeSkus(queryClient) }),
  staticData: { area: 'connect', page: 'sku' },
  component: SkuPage,
});
