import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/cs')({
  staticData: { area: 'cs' },
  component: () => <AreaPlaceholder area="cs" />,
});
