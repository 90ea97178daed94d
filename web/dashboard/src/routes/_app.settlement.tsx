import { createFileRoute } from '@tanstack/react-router';

import { SettlementPage } from '@/features/settlement/settlement-page';
import { settlementSearchSchema } from '@/features/settlement/settlement-search';

export const Route = createFileRoute('/_app/settlement')({
  validateSearch: settlementSearchSchema,
  staticData: { area: 'settlement' },
  component: SettlementPage,
});
