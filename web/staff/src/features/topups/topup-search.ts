import { oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

const longestSearch = 100;
const longestBank = 20;

/** The search parameters of the top-ups: the tab, the filters of its list, and the client of the virtual accounts. */
export const topupSearchSchema = searchSchema({
  page: pageNumber(),
  tab: oneOf(['open', 'requests', 'numbers', 'statements']),
  search: searchText(longestSearch),
  bank: searchText(longestBank),
  clientId: textThat((given) => /^[1-9]\d{0,8}$/u.test(given)),
});
