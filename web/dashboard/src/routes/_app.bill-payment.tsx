import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';
import { searchSchema, text } from '@shared/url/search-fields';

export const Route = createFileRoute('/_app/bill-payment')({
  validateSearch: searchSchema({ operatorType: text() }),
  staticData: { area: 'bill-payment' },
  component: () => <AreaPlaceholder area="bill-payment" />,
});
