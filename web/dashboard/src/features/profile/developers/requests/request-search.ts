import type { QueryOf } from '@shared/api/types';
import { isoDate, oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

type ListQuery = QueryOf<'/v1/requests', 'get'>;

/** The methods of the client API. */
export const requestMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const satisfies ListQuery['method'][];

/** The classes of answers. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const satisfies ListQuery['status'][];

const longestQuery = 64;

/** The id of a request: its time, and its place in the log. */
const requestId = textThat((given) => /^\d{1,19}-\d{1,9}-\d{1,19}-\d{1,4}$/u.test(given));

/** The search parameters of the page of requests. */
export const requestSearchSchema = searchSchema({
  /** A reference, or the id of a request. */
  query: searchText(longestQuery),
  method: oneOf(requestMethods),
  status: oneOf(statusClasses),
  /** Not from the list of routes: that would be in the first load of each page. */
  route: textThat((given) => /^\/h2h\/v1\/[\w/{}-]{1,60}$/u.test(given)),
  /** Last four characters of an API key. */
  key: textThat((given) => /^[\w-]{4}$/u.test(given)),
  day: isoDate(),
  page: pageNumber(),
  before: requestId,
  after: requestId,
  /** The request that is open. */
  request: requestId,
});

export type RequestSearch = ReturnType<typeof requestSearchSchema.parse>;
