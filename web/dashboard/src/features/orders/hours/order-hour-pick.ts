import { filtersOf, withFilters } from '../order-rules';
import type { OrderSearch, StatusId } from '../order-search';

/** What a press on the chart selects: one hour, and one status if the press was on a part of a bar. */
export interface HourPick {
  /** Start of the hour, as in HourCount. */
  hour: string;
  status: StatusId | null;
}

/** The hour in UTC for the URL, where a plus sign would need escaping. */
export function hourInUrl(hour: string): string {
  return new Date(hour).toISOString().replace('.000Z', 'Z');
}

/** Whether the list is limited to this pick already. Pressing it again removes the limit. */
export function isPicked(search: OrderSearch, { hour, status }: HourPick): boolean {
  return search.hour === hourInUrl(hour) && (status === null || status === filtersOf(search).status);
}

/** The URL after a press on the chart. The range stays, so that the chart still shows all its hours. */
export function narrowedTo(search: OrderSearch, pick: HourPick): OrderSearch {
  if (isPicked(search, pick)) return withAllHours(search);
  const before = filtersOf(search);
  return withFilters(search, { ...before, hour: hourInUrl(pick.hour), status: pick.status ?? before.status });
}

/** The same list without the limit to one hour. */
export function withAllHours(search: OrderSearch): OrderSearch {
  return withFilters(search, { ...filtersOf(search), hour: null });
}
