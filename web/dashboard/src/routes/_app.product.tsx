import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/product')({
  staticData: { area: 'product' },
  component: () => <AreaPlaceholder area="product" />,
});
