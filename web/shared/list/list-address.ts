import { useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** What the search parameters of all lists have. */
export interface ListSearch {
  /** From 1; undefined is the first, which the URL does not name. */
  page?: number | undefined;
}

/** The search parameters of a list, and the ways to change them. Each takes all parameters as they are afterwards. */
export interface ListAddress<Search extends ListSearch> {
  search: Search;
  /**
   * Shows the first page of what these filters leave. Back takes them back, and a search with all that was typed; the
   * page stays where it is scrolled to.
   */
  filter: (next: Partial<Search>) => void;
  /** Shows another page of the list, from its top. */
  turn: (next: Partial<Search>) => void;
  /** Opens what stands above the list, such as the detail of a row. Back closes it. */
  open: (next: Partial<Search>) => void;
  /** Closes or changes it, without an entry of its own in the history. */
  replace: (next: Partial<Search>) => void;
}

/** The names that lists give to the text of their search field. */
const searchNames = ['query', 'search', 'searchQuery'] as const;

/** Whether a search became another one. A text that is typed with pauses leaves one entry in the history by it. */
function isSearchedOn(before: object, after: object): boolean {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return searchNames.some((name) => {
    const [from, to] = [old.get(name), next.get(name)];
    return from !== undefined && to !== undefined && from !== to;
  });
}

const withoutEnd = (pathname: string) => pathname.replace(/\/$/u, '');

/**
 * The address of the list on the route that is shown, from its search parameters. It changes them by the rule of all
 * lists, and is the same value until they change. Once a link to another page was followed it changes nothing: the list
 * is still shown while that page loads, and a search that was typed before may settle then.
 */
export function useListAddress<Search extends ListSearch>(search: Search): ListAddress<Search> {
  const router = useRouter();
  const navigate = useNavigate();
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  return useMemo(() => {
    const go = (next: Partial<Search>, how: { resetScroll?: false; ignoreBlocker?: true; replace?: boolean } = {}) => {
      if (withoutEnd(router.latestLocation.pathname) !== withoutEnd(pathname)) return;
      void navigate({ to: '.', search: next, ...how });
    };
    // What stands above the list asks by itself about unsaved input.
    const above = { resetScroll: false, ignoreBlocker: true } as const;
    return {
      search,
      filter: (next) => go({ ...next, page: undefined }, { resetScroll: false, replace: isSearchedOn(search, next) }),
      turn: (next) => go(next),
      open: (next) => go(next, above),
      replace: (next) => go(next, { ...above, replace: true }),
    };
  }, [search, navigate, router, pathname]);
}
