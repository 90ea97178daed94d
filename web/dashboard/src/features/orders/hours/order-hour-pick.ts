import { filtersOf, withFilters } from '../order-rules';
import type { OrderSearch, StatusId } from '../order-search';

/** What a press on the chart narrows the list to: one hour, and one state where it was on a part of a bar. */
export interface HourPick {
  /** Start of the hour, as the counts give it. */
  hour: string;
  status: StatusId | null;
}

/** The hour as the URL has it: in UTC, whose text needs no plus sign. */
export function hourInUrl(hour: string): string {
  return new Date(hour).toISOString().replace('.000Z', 'Z');
}

/** Whether the list is narrowed to exactly this already; pressing it again takes the narrowing away. */
export function isPicked(search: OrderSearch, { hour, status }: HourPick): boolean {
  return search.hour === hourInUrl(hour) && (status === null || status === filtersOf(search).status);
}

/** The URL after a press on the chart. The days stay, so that the chart goes on showing the hours around. */
export function narrowedTo(search: OrderSearch, pick: HourPick): OrderSearch {
  if (isPicked(search, pick)) return withAllHours(search);
  const before = filtersOf(search);
  return withFilters(search, { ...before, hour: hourInUrl(pick.hour), status: pick.status ?? before.status });
}

/** The same list with every hour of its days. */
export function withAllHours(search: OrderSearch): OrderSearch {
  return withFilters(search, { ...filtersOf(search), hour: null });
}
