import {
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';

import { createDashboardRouter } from '@/router';
import { ApiProblem, isUnauthenticated, noAnswer } from '@shared/api/problem';
import type { PageKind } from '@shared/errors/catalogue';
import { createErrorHandler, sessionNotice } from '@shared/errors/error-handler';
import { SignInAgainContext } from '@shared/errors/sign-in-again';
import { handleUnhandledErrors } from '@shared/errors/unhandled-errors';
import { onLanguageChange } from '@shared/i18n/language';
import { startLive } from '@shared/live/live';
import { clearNotices, endNotices, endPageNotices, notifyError } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';
import { seedSessionQueries } from '@/session/current-user';
import { returnPathFor } from '@shared/app/session/landing';
import { startAccountLanguage } from '@shared/app/session/account-language';
import { session } from '@/session/session';
import { ThemeProvider } from '@shared/theme/theme-provider';

const mostRetries = 2;
const unavailable = 503;

/** Reports whether to retry: only if there was no answer, or if the server is not ready. */
function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= mostRetries || !(error instanceof ApiProblem)) return false;
  return error.status === noAnswer || error.status === unavailable;
}

/** Returns the name of a mutation, by which its success ends the notice of its failure. */
function nameOf(key: QueryKey | undefined): string | undefined {
  return key && hashKey(key);
}

interface SessionChanges {
  /** Called when the session ended. */
  left: () => void;
  /** Called when another tab started a new session. Data of the former user must not stay. */
  replaced: () => void;
  /** Called when another tab stored values of the same session. */
  updated: () => void;
}

/** Reacts to changes of the stored session. */
function followSession({ left, replaced, updated }: SessionChanges): void {
  let { token } = session.read();
  session.subscribe((origin) => {
    const before = token;
    ({ token } = session.read());
    if (token !== before && token === undefined) left();
    else if (token !== before && origin === 'elsewhere') replaced();
    else if (origin === 'elsewhere') updated();
  });
}

/** Creates the dashboard: query cache, router and error handler. */
export function createApp() {
  const pageKind = (): PageKind => {
    const { pathname } = router.latestLocation;
    if (pathname === '/' || pathname === '/login') return 'sign-in';
    return pathname === '/change-password' ? 'change-password' : 'elsewhere';
  };
  const handleError = createErrorHandler({
    session,
    pageKind,
    notify: notifyError,
    report: reportError,
    leave,
  });
  function leave(page: 'sign-in' | 'change-password'): void {
    const search = returnPathFor(router.latestLocation);
    void router
      .navigate({ to: page === 'sign-in' ? '/login' : '/change-password', search })
      .then(() => queryClient.getQueryCache().clear());
  }
  function signInAgain(): void {
    clearNotices();
    session.clear();
    leave('sign-in');
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Ignore a 401 of a load that outlived its session.
        if (!isUnauthenticated(error) || session.read().token) handleError(error, query.meta, query.queryHash);
      },
      onSuccess: (_data, query) => {
        endNotices(query.queryHash);
        endNotices(sessionNotice);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta, options }) => handleError(error, meta, nameOf(options.mutationKey)),
      onSuccess: (_data, _variables, _result, { options }) => {
        const name = nameOf(options.mutationKey);
        if (name !== undefined) endNotices(name);
        endNotices(sessionNotice);
      },
    }),
    defaultOptions: {
      // By default, calls are held back while the browser believes to be offline, and sent much later. With `always`
      // they fail at once and the error catalogue tells the user.
      queries: { retry: shouldRetry, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  const router = createDashboardRouter({ queryClient, handleError });

  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) endPageNotices();
  });
  seedSessionQueries(queryClient);
  startAccountLanguage();
  startLive(session, handleError);
  handleUnhandledErrors(handleError);
  // The server answers in the language of the page, so its texts are loaded again. User and permissions have no texts.
  onLanguageChange(() => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  });
  followSession({
    // Navigate before clearing, or the mounted page fetches again.
    left: () => void router.invalidate().then(() => queryClient.getQueryCache().clear()),
    replaced: () => void router.invalidate().then(() => queryClient.resetQueries()),
    updated: () => seedSessionQueries(queryClient),
  });

  return (
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <SignInAgainContext value={signInAgain}>
            <RouterProvider router={router} />
          </SignInAgainContext>
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
