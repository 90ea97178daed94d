import { isoDate, searchSchema } from '@shared/url/search-fields';

/** The range of the figures, in the names of the specification (4, section 2). */
export const analyticsSearchSchema = searchSchema({ startDate: isoDate(), endDate: isoDate() });
