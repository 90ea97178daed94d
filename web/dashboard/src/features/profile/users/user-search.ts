import * as z from 'zod/mini';

import { pageNumber, searchText } from '@shared/url/search-fields';

import { longestEmail } from '../fields';

/** Rows of a page; a shorter page is the last one. */
export const pageSize = 10;

/** What the URL of the list of users says: the search in force, and the page. */
export const userSearchSchema = z.object({ query: searchText(longestEmail), page: pageNumber() });

export type UserSearch = z.infer<typeof userSearchSchema>;
