import type { QueryOf } from '@shared/api/types';
import { oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

import { eventTypes } from './event-types';

type ListQuery = QueryOf<'/v1/webhooks/{id}/deliveries', 'get'>;

/** The states of a delivery. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const satisfies ListQuery['state'][];

const longestReference = 64;

/** A cursor: the time of a delivery and the id of its event, which begins with `evt_`. */
const cursor = textThat((given) => /^\d{4}-\d\d-\d\dT[\d:.]{8,18}Z_evt_\w{1,60}$/u.test(given));

/** The search parameters of the page of webhooks. */
export const webhookSearchSchema = searchSchema({
  /** The endpoint that is shown; the first by default. */
  endpoint: textThat((given) => /^\d{1,19}$/u.test(given)),
  state: oneOf(deliveryStates),
  type: oneOf(eventTypes),
  /** Reference of an order. */
  query: searchText(longestReference),
  page: pageNumber(),
  before: cursor,
  after: cursor,
  /** The delivery that is open. */
  delivery: textThat((given) => /^evt_\w{1,60}$/u.test(given)),
});

export type WebhookSearch = ReturnType<typeof webhookSearchSchema.parse>;
