import { createFileRoute } from '@tanstack/react-router';

import { priceSearchSchema } from '@/features/prices/price-search';
import { PricesPage } from '@/features/prices/prices-page';

export const Route = createFileRoute('/_app/prices')({
  validateSearch: priceSearchSchema,
  staticData: { area: 'prices' },
  component: PricesPage,
});
