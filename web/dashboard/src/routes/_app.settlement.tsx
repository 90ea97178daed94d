import { createFileRoute } from '@tanstack/react-router';

import { SettlementPage } from '@/features/settlement/settlement-page';
import { settlementSearchSchema } from '@/features/settlement/settlement-search';
import { settlementOptions } from '@/settlement/own-settlement-query';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/settlement')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: settlementSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/v1/settlements': () => queryClient.prefetchQuery(settlementOptions()) }),
  staticData: { area: 'settlement' },
  component: SettlementPage,
});
