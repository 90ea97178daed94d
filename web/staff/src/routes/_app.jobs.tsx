import { createFileRoute } from '@tanstack/react-router';

import { jobSearchSchema } from '@/features/jobs/job-search';
import { JobsPage } from '@/features/jobs/jobs-page';

export const Route = createFileRoute('/_app/jobs')({
  validateSearch: jobSearchSchema,
  staticData: { area: 'jobs' },
  component: JobsPage,
});
