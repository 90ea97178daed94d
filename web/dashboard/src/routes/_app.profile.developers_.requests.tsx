import { createFileRoute } from '@tanstack/react-router';

import { requestSearchSchema } from '@/features/profile/developers/requests/request-search';
import { RequestsPage } from '@/features/profile/developers/requests/requests-page';

export const Route = createFileRoute('/_app/profile/developers_/requests')({
  validateSearch: requestSearchSchema,
  staticData: { area: 'profile', page: 'requests' },
  component: RequestsPage,
});
