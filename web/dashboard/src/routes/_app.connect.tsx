import { createFileRoute } from '@tanstack/react-router';

import { analyticsSearchSchema } from '@/features/connect/analytics/analytics-search';
import { ConnectHomePage } from '@/features/connect/home/connect-home-page';
import { shopConfigOptions } from '@/features/connect/connect-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/connect')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: analyticsSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/webapp/config': () => queryClient.prefetchQuery(shopConfigOptions()) }),
  staticData: { area: 'connect' },
  component: ConnectHomePage,
});
