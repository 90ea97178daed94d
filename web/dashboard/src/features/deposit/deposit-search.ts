import type { QueryOf } from '@shared/api/types';
import { isoDate, oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

type ListQuery = QueryOf<'/v1/depositevents', 'get'>;

/** The operations on a wallet in the order of docs/product/deposits.md#history. */
export const operations = [
  'payment',
  'refund',
  'topup',
  'topup_va',
  'topup_fee',
  'deduct',
  'topup_penalty',
  'tax_22',
] as const satisfies ListQuery['action'][];
export type Operation = (typeof operations)[number];

/** The wallet types, as in the published API. */
export const walletTypes = [
  'level_1',
  'level_2',
  'marketplace',
  'multibiller',
] as const satisfies ListQuery['depositType'][];
export type WalletType = (typeof walletTypes)[number];

/** The wallet filter that shows all wallets. Without any the default wallet is shown. */
export const allWallets = 'all';
const walletFilters = ['level_1', 'level_2', 'marketplace', 'multibiller', allWallets] as const;

// The server's limit.
const longestQuery = 100;

const rowId = textThat((given) => /^\d{1,19}-\d{1,19}$/u.test(given));
const timeOfDay = textThat((given) => /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(given));

/** The search parameters of the deposit page, with the names of the API. The URL is the only store of filters and page. */
export const depositSearchSchema = searchSchema({
  page: pageNumber(),
  query: searchText(longestQuery),
  action: oneOf(operations),
  depositType: oneOf(walletFilters),
  dateStart: isoDate(),
  timeStart: timeOfDay,
  dateEnd: isoDate(),
  timeEnd: timeOfDay,
  /** Cursor: rows older than this row. */
  before: rowId,
  /** Cursor: rows newer than this row. */
  after: rowId,
});

export type DepositSearch = ReturnType<typeof depositSearchSchema.parse>;
