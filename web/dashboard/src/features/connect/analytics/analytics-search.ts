import { isoDate, searchSchema } from '@shared/url/search-fields';

/** The range of the figures, in the names of docs/product/analytics.md#ranges. */
export const analyticsSearchSchema = searchSchema({ startDate: isoDate(), endDate: isoDate() });
