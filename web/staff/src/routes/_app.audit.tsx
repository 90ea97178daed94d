import { createFileRoute } from '@tanstack/react-router';

import { AuditPage } from '@/features/audit/audit-page';
import { auditSearchSchema } from '@/features/audit/audit-search';

export const Route = createFileRoute('/_app/audit')({
  validateSearch: auditSearchSchema,
  staticData: { area: 'audit' },
  component: AuditPage,
});
