import { searchSchema, text } from '@shared/url/search-fields';

import type { AppUser } from './account';

const longestPath = 2000;

/** Where users of an app go after sign-in. */
export interface Landing {
  /** The areas of the app: the first parts of the paths that a link may lead to. */
  areas: readonly string[];
  /** The features that open areas. A page that needs another one is not available to anyone. */
  features: readonly string[];
  /** Returns the path of the first page, with its search; of a user who is not known yet too. */
  home: (user: AppUser | undefined) => string;
}

/**
 * Search parameters of the pages before sign-in: where the user wanted to go. Anyone can set it, so `landingPath`
 * checks it.
 */
export const nextSchema = searchSchema({ next: text(longestPath) });

/** Returns the path of a page of the app with its search; undefined for other origins and unknown pages. */
function pagePath({ areas }: Landing, next: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, window.location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, window.location.origin);
  const [, area = ''] = pathname.split('/');
  return origin === window.location.origin && areas.includes(area) ? pathname + search + hash : undefined;
}

/** Returns where a user goes after sign-in: to the page in `next`, otherwise to the first page of the app. */
export function landingPath(landing: Landing, next: string | undefined, user: AppUser | undefined): string {
  return (next === undefined ? undefined : pagePath(landing, next)) ?? landing.home(user);
}

/** The fields of the router's location that are needed here. */
interface Location {
  pathname: string;
  href: string;
  search: { next?: unknown };
}

/** Returns the search parameters that bring the user back to a location after sign-in. */
export function returnPathFor(landing: Landing, { pathname, href, search }: Location): { next?: string } {
  const isPage = pagePath(landing, pathname) !== undefined;
  if (isPage) return { next: href };
  return typeof search.next === 'string' ? { next: search.next } : {};
}
