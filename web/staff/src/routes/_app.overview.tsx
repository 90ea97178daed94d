import { createFileRoute } from '@tanstack/react-router';

import { OverviewPage } from '@/features/overview/overview-page';
import { overviewOptions } from '@/overview/overview-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/overview')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/staff/v1/overview': () => queryClient.prefetchQuery(overviewOptions()) }),
  staticData: { area: 'overview' },
  component: OverviewPage,
});
