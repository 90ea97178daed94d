import { createFileRoute } from '@tanstack/react-router';

import { DashboardShell } from '@/features/shell/dashboard-shell';
import { ErrorPage } from '@shared/app/fallback/error-page';
import { loadAccount, requireSession } from '@shared/app/session/route-guards';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  loader: loadAccount,
  component: DashboardShell,
  errorComponent: ErrorPage,
});
