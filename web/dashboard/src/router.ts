import { createRouter } from '@tanstack/react-router';

import { BrokenPage } from './features/fallback/error-page';
import { routeTree } from './routeTree.gen';
import type { Area } from './navigation/area-texts';
import { PagePending } from '@shared/page/page-pending';
import type { RouterContext } from '@shared/url/router-context';
import { parseSearch, stringifySearch } from '@shared/url/search-codec';

/** Makes the router of the dashboard; all its pages sit under /external. */
export function createDashboardRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    basepath: '/external',
    context,
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PagePending,
    // A page that breaks leaves the shell around it standing.
    defaultErrorComponent: BrokenPage,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The area that a page belongs to: marks its entry in the sidebar and names it in the header. */
    area?: Area;
  }
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
