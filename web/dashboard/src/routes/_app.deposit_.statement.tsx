import { createFileRoute } from '@tanstack/react-router';

import { StatementPage } from '@/features/deposit/statement/statement-page';
import { statementSearchSchema } from '@/features/deposit/statement/statement-search';
import { takeStatement } from '@/features/deposit/statement/statement-loader';
import { takeFirstData } from '@shared/app/first-data';

export const Route = createFileRoute('/_app/deposit_/statement')({
  // The loader needs what the page needs.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: statementSearchSchema,
  loader: ({ context: { queryClient } }) =>
    takeFirstData({ '/dashboard/v1/deposits/client': () => takeStatement(queryClient) }),
  staticData: { area: 'deposit', page: 'statement' },
  component: StatementPage,
});
