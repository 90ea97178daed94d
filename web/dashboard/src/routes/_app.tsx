import { createFileRoute } from '@tanstack/react-router';

import { DashboardShell } from '@/features/shell/dashboard-shell';
import { inSandbox } from '@/session/sandbox';
import { ErrorPage } from '@shared/app/fallback/error-page';
import { loadAccount, requireSession } from '@shared/app/session/route-guards';

/** Loaded on demand, because few users are in the sandbox. */
async function keepToSandbox(visit: { location: { pathname: string }; preload: boolean }): Promise<void> {
  (await import('@/navigation/sandbox-pages')).keepToSandbox(visit);
}

export const Route = createFileRoute('/_app')({
  beforeLoad: (visit) => {
    requireSession(visit);
    return inSandbox() ? keepToSandbox(visit) : undefined;
  },
  loader: loadAccount,
  component: DashboardShell,
  errorComponent: ErrorPage,
});
