import { oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;
const longestId = 19;

/** The search parameters of the list of clients. */
export const clientSearchSchema = searchSchema({ search: searchText(longestSearch), page: pageNumber() });

/** The tabs of a client. The first one is open without a parameter. */
export type ClientTab = 'overview' | 'users' | 'wallets' | 'prices' | 'settlement';

/** The search parameters of a client. */
export const clientPageSchema = searchSchema({
  tab: oneOf(['users', 'wallets', 'prices', 'settlement']),
  wallet: searchText(longestId),
});
