import type { QueryOf } from '@shared/api/types';
import { isoDate, oneOf, pageNumber, searchSchema, textThat } from '@shared/url/search-fields';

/** The search parameters of the settlement page. */
export const settlementSearchSchema = searchSchema({ page: pageNumber() });

export type SettlementSearch = ReturnType<typeof settlementSearchSchema.parse>;

type EventQuery = QueryOf<'/v1/settlements/{id}/periods/{period}/events', 'get'>;

/** The actions on a limit: those of orders and users, then what a payment and staff do. */
export const actions = [
  'topup',
  'payment',
  'refund',
  'invoice_paid',
  'limit_lowered',
] as const satisfies EventQuery['action'][];

const timeOfDay = textThat((given) => /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(given));

/** The search parameters of the events of a period. The URL is the only store of filters and page. */
export const eventSearchSchema = searchSchema({
  page: pageNumber(),
  action: oneOf(actions),
  dateStart: isoDate(),
  timeStart: timeOfDay,
  dateEnd: isoDate(),
  timeEnd: timeOfDay,
});

export type EventSearch = ReturnType<typeof eventSearchSchema.parse>;
