import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';
import { text } from '@shared/url/search-fields';

export const Route = createFileRoute('/_app/bill-payment')({
  validateSearch: z.object({ operatorType: text() }),
  staticData: { area: 'bill-payment' },
  component: () => <AreaPlaceholder area="bill-payment" />,
});
