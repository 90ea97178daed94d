import { createFileRoute } from '@tanstack/react-router';

import { RoutingPage } from '@/features/routing/routing-page';

export const Route = createFileRoute('/_app/routing')({
  staticData: { area: 'routing' },
  component: RoutingPage,
});
