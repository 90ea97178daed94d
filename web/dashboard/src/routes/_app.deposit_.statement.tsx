import { createFileRoute } from '@tanstack/react-router';

import { StatementPage } from '@/features/deposit/statement/statement-page';
import { statementSearchSchema } from '@/features/deposit/statement/statement-search';

export const Route = createFileRoute('/_app/deposit_/statement')({
  validateSearch: statementSearchSchema,
  staticData: { area: 'deposit', page: 'statement' },
  component: StatementPage,
});
