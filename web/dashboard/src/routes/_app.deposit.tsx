import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/deposit')({
  staticData: { area: 'deposit' },
  component: () => <AreaPlaceholder area="deposit" />,
});
