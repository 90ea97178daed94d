import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';

import { createDashboardRouter } from './router';
import { ApiProblem, isUnauthenticated, noAnswer } from '@shared/api/problem';
import type { Place } from '@shared/errors/catalogue';
import { createErrorHandler } from '@shared/errors/error-handler';
import { catchStrayErrors } from '@shared/errors/stray-errors';
import { onLanguageChange } from '@shared/i18n/language';
import { startLive } from '@shared/live/live';
import { notifyError } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';
import { seedSessionQueries } from '@/session/current-user';
import { comeBackTo } from '@/navigation/landing';
import { startAccountLanguage } from '@/session/account-language';
import { session } from '@/session/session';
import { ThemeProvider } from '@shared/theme/theme-provider';

const mostRetries = 2;
const unavailable = 503;

/** Only what may pass by itself is asked again: no answer at all, or a server that says it is not ready. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= mostRetries || !(error instanceof ApiProblem)) return false;
  return error.status === noAnswer || error.status === unavailable;
}

interface SessionChanges {
  /** The session ended. */
  left: () => void;
  /** Another tab signed somebody in: this one must not show what belongs to the former user. */
  replaced: () => void;
  /** Another tab stored something of the same session. */
  told: () => void;
}

/** Calls back when the stored session changes in a way that this tab has to follow. */
function followSession({ left, replaced, told }: SessionChanges): void {
  let { token } = session.read();
  session.subscribe((origin) => {
    const before = token;
    ({ token } = session.read());
    if (token !== before && token === undefined) left();
    else if (token !== before && origin === 'elsewhere') replaced();
    else if (origin === 'elsewhere') told();
  });
}

/** Builds the dashboard: query cache, router and the one handling of errors, tied together. */
export function createApp() {
  const place = (): Place => {
    const { pathname } = router.latestLocation;
    if (pathname === '/' || pathname === '/login') return 'sign-in';
    return pathname === '/change-password' ? 'change-password' : 'elsewhere';
  };
  const handleError = createErrorHandler({
    session,
    place,
    notify: notifyError,
    report: reportError,
    leave: (page) => {
      const search = comeBackTo(router.latestLocation);
      void router
        .navigate({ to: page === 'sign-in' ? '/login' : '/change-password', search })
        .then(() => queryClient.getQueryCache().clear());
    },
  });
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without a session there is none to lose: a load that outlived it has nothing to say.
        if (!isUnauthenticated(error) || session.read().token) handleError(error, query.meta);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => handleError(error, mutation.meta),
    }),
    defaultOptions: {
      // Always: without it a call waits in silence for as long as the browser believes to be offline, and is sent when
      // nobody expects it any more. A call that can't be made fails at once, and the catalogue says so.
      queries: { retry: shouldRetry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  const router = createDashboardRouter({ queryClient, handleError });

  seedSessionQueries(queryClient);
  startAccountLanguage();
  startLive(session, handleError);
  catchStrayErrors(handleError);
  // Reasons and refusals come as sentences from the server, in the language that was asked for. Who the user is and
  // what they may do has none.
  onLanguageChange(() => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  });
  followSession({
    // Navigate before clearing, or the mounted page fetches again.
    left: () => void router.invalidate().then(() => queryClient.getQueryCache().clear()),
    replaced: () => void router.invalidate().then(() => queryClient.resetQueries()),
    told: () => seedSessionQueries(queryClient),
  });

  return (
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
