import { stringifySearch } from '@shared/url/search-codec';
import { searchSchema, text } from '@shared/url/search-fields';

import { areaTexts } from '@/navigation/area-texts';
import { defaultOrderRange } from '@/navigation/default-order-range';

const longestPath = 2000;

/**
 * Search parameters of the pages before sign-in: where the user wanted to go. Anyone can set it, so `landing` checks
 * it.
 */
export const nextSchema = searchSchema({ next: text(longestPath) });

/** Returns the path of a dashboard page with its search; undefined for other origins and unknown pages. */
function pagePath(next: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, window.location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, window.location.origin);
  const [, area = ''] = pathname.split('/');
  return origin === window.location.origin && Object.hasOwn(areaTexts.en, area) ? pathname + search + hash : undefined;
}

/** Returns where a user goes after sign-in: to the page in `next`, otherwise to the orders of yesterday and today. */
export function landing(next: string | undefined, zone: string | undefined): string {
  const orders = `/orders${stringifySearch(defaultOrderRange(zone))}`;
  return next === undefined ? orders : (pagePath(next) ?? orders);
}

/** The fields of the router's location that are needed here. */
interface Location {
  pathname: string;
  href: string;
  search: { next?: unknown };
}

/** Returns the search parameters that bring the user back to a location after sign-in. */
export function returnPathFor({ pathname, href, search }: Location): { next?: string } {
  const isPage = pagePath(pathname) !== undefined;
  if (isPage) return { next: href };
  return typeof search.next === 'string' ? { next: search.next } : {};
}
