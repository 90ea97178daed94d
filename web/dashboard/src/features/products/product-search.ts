import type { QueryOf } from '@shared/api/types';
import { oneOf, searchSchema, searchText, textThat } from '@shared/url/search-fields';

type ListQuery = NonNullable<QueryOf<'/dashboard/v1/products/client', 'get'>>;

const longestQuery = 100; // the server's limit

/** The wallet types that pay for products, as in the published API. */
export const walletTypes = [
  'level_1',
  'level_2',
  'marketplace',
  'multibiller',
] as const satisfies ListQuery['depositType'][];

/** The choices of Product Status, beside all. */
export const activeStates = ['true', 'false'] as const satisfies ListQuery['active'][];

/** The search parameters of the price list. The URL is the only store of its filters and the open product, by its code. */
export const productSearchSchema = searchSchema({
  searchQuery: searchText(longestQuery),
  active: oneOf(activeStates),
  operatorType: textThat((given) => /^[a-z][a-z0-9_]{0,63}$/u.test(given)),
  depositType: oneOf(walletTypes),
  product: textThat((given) => /^\S{1,32}$/u.test(given)),
});

export type ProductSearch = ReturnType<typeof productSearchSchema.parse>;

/** What narrows the price list. */
export type PriceListFilters = Omit<ProductSearch, 'product'>;
