import { createFileRoute } from '@tanstack/react-router';

import { webhookListOptions } from '@/features/profile/developers/webhooks/webhook-queries';
import { webhookSearchSchema } from '@/features/profile/developers/webhooks/webhook-search';
import { WebhooksPage } from '@/features/profile/developers/webhooks/webhooks-page';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/profile/developers')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: webhookSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/webhooks': () => queryClient.prefetchQuery(webhookListOptions()) }),
  staticData: { area: 'profile', page: 'webhooks' },
  component: WebhooksPage,
});
