import { parseSearch, stringifySearch } from '@shared/url/search-codec';

import { narrowing, type OrderSearch, orderSearchSchema } from '../order-search';

/** The filters of a view: those of the list without the days, which would soon be past. */
const viewFilters = narrowing.filter((name) => name !== 'dateStart' && name !== 'dateEnd');

/** The filters of the list as a view keeps them; empty without any. */
export function viewOf(search: OrderSearch): string {
  return stringifySearch(Object.fromEntries(viewFilters.map((name) => [name, search[name]]))).slice(1);
}

/** The filters of a view, as the list takes them. What the list has no filter for any more is left out. */
export function searchOf(view: string): OrderSearch {
  return orderSearchSchema.parse(parseSearch(view));
}
