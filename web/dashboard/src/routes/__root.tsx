import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';

import { ErrorPage } from '@/features/fallback/error-page';
import { NotFoundPage } from '@shared/app/fallback/not-found-page';
import type { RouterContext } from '@shared/url/router-context';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
