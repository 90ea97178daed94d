import { createFileRoute } from '@tanstack/react-router';

import { StaffShell } from '@/features/shell/staff-shell';
import { ErrorPage } from '@shared/app/fallback/error-page';
import { loadAccount, requireSession } from '@shared/app/session/route-guards';

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  loader: loadAccount,
  component: StaffShell,
  errorComponent: ErrorPage,
});
