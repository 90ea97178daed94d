import { endsBeforeStart } from '@shared/form/period-order';
import { type Day, daysBetween } from '@shared/format/calendar-day';
import { zonedMoment } from '@shared/format/zoned-moment';

import type { EventParams } from '../settlement-queries';
import type { EventSearch } from '../settlement-search';

/** Rows of a full page, as on the server. */
export const eventsPerPage = 20;

/** The period of a search without parts in the future. Nothing of one that ends before it starts applies. */
export function spanOf(search: EventSearch, today: Day): Omit<EventSearch, 'page' | 'action'> {
  const { dateStart, timeStart, dateEnd, timeEnd } = search;
  if (endsBeforeStart(search)) return {};
  const start = dateStart !== undefined && daysBetween(dateStart, today) >= 0 ? { dateStart, timeStart } : {};
  if (dateEnd === undefined || daysBetween(dateEnd, today) < 0) return start;
  if (start.dateStart === undefined) return { dateEnd, timeEnd };
  return { ...start, dateEnd, timeEnd };
}

/** The parameters of the call. A day without a time means all of it, in the client's zone. */
export function eventParams(search: EventSearch, zone: string, today: Day): EventParams {
  const { dateStart, timeStart = '00:00', dateEnd, timeEnd = '23:59' } = spanOf(search, today);
  const params: EventParams = {};
  if (search.page !== undefined && search.page > 1) params.page = search.page;
  if (search.action !== undefined) params.action = search.action;
  if (dateStart !== undefined) params.date_start = zonedMoment(dateStart, timeStart, zone).toISOString();
  if (dateEnd !== undefined) params.date_end = zonedMoment(dateEnd, `${timeEnd}:59`, zone).toISOString();
  return params;
}
