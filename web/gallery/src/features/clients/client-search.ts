import { pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 50;

/** The search parameters of the list of clients. */
export const clientSearchSchema = searchSchema({ search: searchText(longestSearch), page: pageNumber() });

export type ClientSearch = ReturnType<typeof clientSearchSchema.parse>;
