import { createFileRoute } from '@tanstack/react-router';

import { analyticsSearchSchema } from '@/features/connect/analytics/analytics-search';
import { ConnectHomePage } from '@/features/connect/home/connect-home-page';

export const Route = createFileRoute('/_app/connect')({
  validateSearch: analyticsSearchSchema,
  staticData: { area: 'connect' },
  component: ConnectHomePage,
});
