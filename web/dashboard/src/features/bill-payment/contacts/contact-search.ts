import { pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;

/** The search parameters of the contact list. */
export const contactSearchSchema = searchSchema({ search: searchText(longestSearch), page: pageNumber() });

export type ContactSearch = ReturnType<typeof contactSearchSchema.parse>;
