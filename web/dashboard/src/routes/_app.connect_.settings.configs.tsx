import { createFileRoute } from '@tanstack/react-router';

import { ConfigsPage } from '@/features/connect/configs/configs-page';
import { configsSearchSchema } from '@/features/connect/configs/configs-search';
import { shopConfigOptions } from '@/features/connect/connect-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/connect_/settings/configs')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: configsSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/webapp/config': () => queryClient.prefetchQuery(shopConfigOptions()) }),
  staticData: { area: 'connect', page: 'configs' },
  component: ConfigsPage,
});
