import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/settlement')({
  staticData: { area: 'settlement' },
  component: () => <AreaPlaceholder area="settlement" />,
});
