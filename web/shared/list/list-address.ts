import { useNavigate } from '@tanstack/react-router';

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
  /** Closes it, without an entry of its own in the history. */
  close: (next: Partial<Search>) => void;
}

/** The address of the list on the route that is shown, from its search parameters. It changes them by the rule of all lists. */
export function useListAddress<Search extends ListSearch>(search: Search): ListAddress<Search> {
  const navigate = useNavigate();
  function go(next: Partial<Search>, ways: { replace?: true; resetScroll?: false; ignoreBlocker?: true }): void {
    void navigate({ to: '.', search: next, ...ways });
  }
  return {
    search,
    filter: (next) => go({ ...next, page: undefined }, { resetScroll: false }),
    turn: (next) => go(next, {}),
    // What stands above the list asks by itself about unsaved input.
    open: (next) => go(next, { resetScroll: false, ignoreBlocker: true }),
    close: (next) => go(next, { resetScroll: false, ignoreBlocker: true, replace: true }),
  };
}
