import { createFileRoute } from '@tanstack/react-router';

import { approvalSearchSchema } from '@/features/approvals/approval-search';
import { ApprovalsPage } from '@/features/approvals/approvals-page';

export const Route = createFileRoute('/_app/approvals')({
  validateSearch: approvalSearchSchema,
  staticData: { area: 'approvals' },
  component: ApprovalsPage,
});
