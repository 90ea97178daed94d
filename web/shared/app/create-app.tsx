import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, RouterProvider } from '@tanstack/react-router';
import { type ReactElement, StrictMode } from 'react';

import { ProductContext } from '@shared/config/product-name';
import type { OutsidePage, PageKind } from '@shared/errors/catalogue';
import { createErrorHandler } from '@shared/errors/error-handler';
import { SignInAgainContext } from '@shared/errors/sign-in-again';
import { handleUnhandledErrors } from '@shared/errors/unhandled-errors';
import { onLanguageChange } from '@shared/i18n/language';
import { startLive } from '@shared/live/live';
import { clearNotices, endPageNotices, notifyError } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';
import { ThemeProvider } from '@shared/theme/theme-provider';

import { type App, AppContext } from './app';
import { createAppRouter } from './app-router';
import { createQueryClient } from './query-client';
import { startAccountLanguage } from './session/account-language';
import { followSession } from './session/follow-session';
import { returnPathFor } from './session/landing';

interface AppOptions<Tree extends AnyRoute> extends App {
  /** The route tree that the build generates. */
  routes: Tree;
  /** The path that all pages are under. */
  basepath: string;
}

/** Creates an app from its routes, its user and where users land: query cache, router and error handler. */
export function createApp<Tree extends AnyRoute>({ routes, basepath, ...app }: AppOptions<Tree>): ReactElement {
  const { session, account, landing } = app;
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
  function leave(page: OutsidePage): void {
    const search = returnPathFor(landing, router.latestLocation);
    void router
      .navigate({ to: page === 'sign-in' ? '/login' : `/${page}`, search })
      .then(() => queryClient.getQueryCache().clear());
  }
  function signInAgain(): void {
    clearNotices();
    session.clear();
    leave('sign-in');
  }
  const queryClient = createQueryClient(session, handleError);
  const router = createAppRouter(routes, basepath, { queryClient, handleError, app });

  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) endPageNotices();
  });
  account.seed(queryClient);
  startAccountLanguage(session);
  startLive(app.eventsPath, session, handleError);
  handleUnhandledErrors(handleError);
  // The server answers in the language of the page, so its texts are loaded again. User and permissions have no texts.
  onLanguageChange(() => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  });
  followSession(session, {
    // Navigate before clearing, or the mounted page fetches again.
    left: () => void router.invalidate().then(() => queryClient.getQueryCache().clear()),
    replaced: () => void router.invalidate().then(() => queryClient.resetQueries()),
    moved: () => window.location.reload(),
    updated: () => account.seed(queryClient),
  });

  return (
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <ProductContext value={app}>
            <AppContext value={app}>
              <SignInAgainContext value={signInAgain}>
                <RouterProvider router={router} />
              </SignInAgainContext>
            </AppContext>
          </ProductContext>
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
