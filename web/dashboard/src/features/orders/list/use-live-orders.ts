import { useLiveQueries } from '@shared/live/use-live-queries';

import { orderKeys } from '../order-queries';

/** Least time between two loads of counts and sums, in milliseconds. They cost more than a page of the list. */
const countsPause = 5000;

const listsAndDetail = [orderKeys.lists, orderKeys.details];
const counts = [orderKeys.hours, orderKeys.sums];

/** Reloads rows and the open order whenever orders change, and counts and sums less often. */
export function useLiveOrders(): void {
  useLiveQueries(['orders'], listsAndDetail);
  useLiveQueries(['orders'], counts, countsPause);
}
