import { pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

import { longestEmail } from '../fields';

/** Rows on a page. A shorter page is the last one. */
export const pageSize = 10;

/** Search parameters of the list of users: the active search and the page. */
export const userSearchSchema = searchSchema({ query: searchText(longestEmail), page: pageNumber() });

export type UserSearch = ReturnType<typeof userSearchSchema.parse>;
