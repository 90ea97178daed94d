import { createRouter } from '@tanstack/react-router';

import { BrokenPage } from '@shared/app/fallback/error-page';
import { routeTree } from './routeTree.gen';
import type { Area } from './navigation/area-texts';
import type { SubPage } from './navigation/sub-pages';
import { PagePending } from '@shared/page/page-pending';
import type { RouterContext } from '@shared/app/router-context';
import { parseSearch, stringifySearch } from '@shared/url/search-codec';

/** Creates the router of the dashboard. All pages are under /external. */
export function createDashboardRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    basepath: '/external',
    context,
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    defaultPreload: 'intent',
    // The query cache decides how long data is fresh.
    defaultPreloadStaleTime: 0,
    // A skeleton goes as soon as the page is there; by default it stays for half a second.
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultPendingComponent: PagePending,
    // An error in a page leaves the shell in place.
    defaultErrorComponent: BrokenPage,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The area of a page. It highlights the entry in the sidebar and gives the header its title. */
    area?: Area;
    /** A page below the area. It gives the breadcrumb its end, and the header of phones its title. */
    page?: SubPage;
  }
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
