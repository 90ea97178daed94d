import { createFileRoute, redirect } from '@tanstack/react-router';

import { AnalyticsPage } from '@/features/connect/analytics/analytics-page';
import { analyticsSearchSchema } from '@/features/connect/analytics/analytics-search';
import { runtimeConfig } from '@shared/config/runtime-config';

export const Route = createFileRoute('/_app/connect_/analytics')({
  validateSearch: analyticsSearchSchema,
  staticData: { area: 'connect', page: 'analytics' },
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way
    if (!runtimeConfig.flags.analytics) throw redirect({ to: '/connect' });
  },
  component: AnalyticsPage,
});
