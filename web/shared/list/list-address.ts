import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

/** What the search parameters of all lists have. */
export interface ListSearch {
  /** From 1; undefined is the first, which the URL does not name. */
  page?: number | undefined;
}

/** The search parameters of a list, and the ways to change them. Each takes all parameters as they are afterwards. */
export interface ListAddress<Search extends ListSearch> {
  search: Search;
  /** Shows the first page of what these filters leave. Back takes them back; the page stays where it is scrolled to. */
  filter: (next: Partial<Search>) => void;
  /** Shows another page of the list, from its top. */
  turn: (next: Partial<Search>) => void;
  /** Opens what stands above the list, such as the detail of a row. Back closes it. */
  open: (next: Partial<Search>) => void;
  /** Closes or changes it, without an entry of its own in the history. */
  replace: (next: Partial<Search>) => void;
}

/**
 * The address of the list on the route that is shown, from its search parameters. It changes them by the rule of all
 * lists, and is the same value until they change.
 */
export function useListAddress<Search extends ListSearch>(search: Search): ListAddress<Search> {
  const navigate = useNavigate();
  return useMemo(() => {
    const to = (next: Partial<Search>) => ({ to: '.', search: next }) as const;
    // What stands above the list asks by itself about unsaved input.
    const above = { resetScroll: false, ignoreBlocker: true };
    return {
      search,
      filter: (next) => void navigate({ ...to({ ...next, page: undefined }), resetScroll: false }),
      turn: (next) => void navigate(to(next)),
      open: (next) => void navigate({ ...to(next), ...above }),
      replace: (next) => void navigate({ ...to(next), ...above, replace: true }),
    };
  }, [search, navigate]);
}
