import * as z from 'zod/mini';

import { stringifySearch } from '@shared/url/search-codec';
import { text } from '@shared/url/search-fields';

import { areaTexts } from './area-texts';
import { defaultOrderRange } from './default-order-range';

const longestPath = 2000;

/** The search of the pages before sign-in: where the user wanted to go. Anybody can write it; `landing` checks it. */
export const nextSchema = z.object({ next: text(longestPath) });

/** A page behind the sign-in, with its search. Undefined for another origin and for what is no page of the dashboard. */
function pagePath(next: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, window.location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, window.location.origin);
  const [, area = ''] = pathname.split('/');
  return origin === window.location.origin && Object.hasOwn(areaTexts.en, area) ? pathname + search + hash : undefined;
}

/** Where a user goes after signing in: the page that `next` names, otherwise the orders of yesterday and today. */
export function landing(next: string | undefined, zone: string | undefined): string {
  const orders = `/orders${stringifySearch(defaultOrderRange(zone))}`;
  return next === undefined ? orders : (pagePath(next) ?? orders);
}

/** The part of the router's location that is needed here. */
interface Location {
  pathname: string;
  /** Path, search and hash. */
  href: string;
  search: { next?: unknown };
}

/** The search that brings the user back to a location after signing in. */
export function comeBackTo({ pathname, href, search }: Location): { next?: string } {
  const isPage = pagePath(pathname) !== undefined;
  if (isPage) return { next: href };
  return typeof search.next === 'string' ? { next: search.next } : {};
}
