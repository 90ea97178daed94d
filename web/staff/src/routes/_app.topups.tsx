import { createFileRoute } from '@tanstack/react-router';

import { topupSearchSchema } from '@/features/topups/topup-search';
import { TopupsPage } from '@/features/topups/topups-page';

export const Route = createFileRoute('/_app/topups')({
  validateSearch: topupSearchSchema,
  staticData: { area: 'topups' },
  component: TopupsPage,
});
