import { createFileRoute } from '@tanstack/react-router';

import { shopSearchSchema } from '@/features/shops/shop-search';
import { ShopsPage } from '@/features/shops/shops-page';

export const Route = createFileRoute('/_app/shops')({
  validateSearch: shopSearchSchema,
  staticData: { area: 'shops' },
  component: ShopsPage,
});
