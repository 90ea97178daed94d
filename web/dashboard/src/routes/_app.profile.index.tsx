import { createFileRoute } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

export const Route = createFileRoute('/_app/profile/')({
  staticData: { area: 'profile' },
  component: () => <AreaPlaceholder area="profile" />,
});
