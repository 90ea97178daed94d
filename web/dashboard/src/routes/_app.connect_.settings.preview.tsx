import { createFileRoute } from '@tanstack/react-router';

import { PreviewPage } from '@/features/connect/preview/preview-page';
import { shopConfigOptions } from '@/features/connect/connect-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/connect_/settings/preview')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/webapp/config': () => queryClient.prefetchQuery(shopConfigOptions()) }),
  staticData: { area: 'connect', page: 'preview' },
  component: PreviewPage,
});
