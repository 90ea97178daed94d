import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

import { ErrorPage } from '@shared/app/fallback/error-page';
import { NotFoundPage } from '@shared/app/fallback/not-found-page';
import type { RouterContext } from '@shared/app/router-context';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
