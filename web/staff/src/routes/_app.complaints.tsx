import { createFileRoute } from '@tanstack/react-router';

import { complaintSearchSchema } from '@/features/complaints/complaint-search';
import { ComplaintsPage } from '@/features/complaints/complaints-page';

export const Route = createFileRoute('/_app/complaints')({
  validateSearch: complaintSearchSchema,
  staticData: { area: 'complaints' },
  component: ComplaintsPage,
});
