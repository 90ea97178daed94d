import { createFileRoute, notFound } from '@tanstack/react-router';

import { AreaPlaceholder } from '@/features/placeholder/area-placeholder';

const types = new Set(['profile', 'password', 'user-management', 'api-key', 'pin']);

export const Route = createFileRoute('/_app/profile/$type')({
  beforeLoad: ({ params }) => {
    if (!types.has(params.type)) throw notFound();
  },
  staticData: { area: 'profile' },
  component: () => <AreaPlaceholder area="profile" />,
});
