import { pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;

/** The search parameters of the list of shops. */
export const shopSearchSchema = searchSchema({ search: searchText(longestSearch), page: pageNumber() });
