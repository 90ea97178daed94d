import { type AnyRoute, createRouter } from '@tanstack/react-router';

import { PagePending } from '@shared/page/page-pending';
import { parseSearch, stringifySearch } from '@shared/url/search-codec';

import { BrokenPage } from './fallback/error-page';
import type { RouterContext } from './router-context';

/** Creates the router of an app from its routes, all of which are under `basepath`. */
export function createAppRouter<Tree extends AnyRoute>(routeTree: Tree, basepath: string, context: RouterContext) {
  return createRouter({
    routeTree,
    basepath,
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
