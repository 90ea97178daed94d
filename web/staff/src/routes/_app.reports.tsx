import { createFileRoute } from '@tanstack/react-router';

import { ReportPage } from '@/features/reports/report-page';
import { reportSearchSchema } from '@/features/reports/report-search';

export const Route = createFileRoute('/_app/reports')({
  validateSearch: reportSearchSchema,
  staticData: { area: 'reports' },
  component: ReportPage,
});
