import { oneOf, searchSchema } from '@shared/url/search-fields';

/** The search parameters of the complaints: the tab. */
export const complaintSearchSchema = searchSchema({ tab: oneOf(['closed', 'suppliers']) });
