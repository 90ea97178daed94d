import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/invoice')({
  staticData: { area: 'invoice' },
  component: () => <AreaPlaceholder area="invoice" />,
});
