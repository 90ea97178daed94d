import { isMonth } from '@shared/format/calendar-month';
import { oneOf, pageNumber, searchSchema, searchText, text, textThat } from '@shared/url/search-fields';

const longestName = 100;

/** The states that the filter offers (docs/product/bill-payment.md#scheduled-orders). */
export const filterStates = ['scheduled', 'done'] as const;

/**
 * The search parameters of the scheduled order list. The URL is the only store of filters, page and open order. It
 * takes all four states, so that links can lead to drafts.
 */
export const scheduledSearchSchema = searchSchema({
  searchQuery: searchText(longestName),
  operatorType: text(),
  status: oneOf(['scheduled', 'done', 'draft', 'canceled']),
  /** Only orders that wait for a decision of the client. */
  waitsFor: oneOf(['approval', 'late']),
  month: textThat(isMonth),
  page: pageNumber(),
  /** The order whose detail is open. */
  order: textThat((given) => /^\d{1,19}$/u.test(given)),
});

export type ScheduledSearch = ReturnType<typeof scheduledSearchSchema.parse>;
