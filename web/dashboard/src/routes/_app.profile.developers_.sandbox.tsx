import { createFileRoute } from '@tanstack/react-router';

import { SandboxPage } from '@/features/profile/developers/sandbox/sandbox-page';
import { sandboxOptions } from '@/features/profile/developers/sandbox/sandbox-queries';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/profile/developers_/sandbox')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/sandbox': () => queryClient.prefetchQuery(sandboxOptions()) }),
  staticData: { area: 'profile', page: 'sandbox' },
  component: SandboxPage,
});
