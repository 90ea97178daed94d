import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/connect')({
  staticData: { area: 'connect' },
  component: () => <AreaPlaceholder area="connect" />,
});
