import { isoDate, oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;
const longestId = 19;

/** The search parameters of the list of clients. */
export const clientSearchSchema = searchSchema({ search: searchText(longestSearch), page: pageNumber() });

/** The tabs of a client. The first one is open without a parameter. */
export type ClientTab = 'overview' | 'users' | 'wallets' | 'prices' | 'settlement' | 'programs';

/** What changes a wallet. */
export const walletActions = [
  'payment',
  'refund',
  'topup',
  'topup_va',
  'topup_fee',
  'deduct',
  'topup_penalty',
  'tax_22',
] as const;

/** The search parameters of a client: the tab, and of the wallets the one whose history is shown, with its filters. */
export const clientPageSchema = searchSchema({
  tab: oneOf(['users', 'wallets', 'prices', 'settlement', 'programs']),
  wallet: searchText(longestId),
  page: pageNumber(),
  action: oneOf(walletActions),
  reference: searchText(longestSearch),
  dateStart: isoDate(),
  dateEnd: isoDate(),
});

/** What narrows the history of a wallet. */
export type HistoryFilters = Pick<
  ReturnType<typeof clientPageSchema.parse>,
  'action' | 'reference' | 'dateStart' | 'dateEnd'
>;
