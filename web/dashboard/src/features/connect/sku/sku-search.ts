import { oneOf, pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

const longestQuery = 100; // the server's limit

const isCode = (given: string) => /^[\w-]{1,64}$/u.test(given);

/** The search parameters of the SKU list. The URL is the only store of its filters. */
export const skuSearchSchema = searchSchema({
  searchQuery: searchText(longestQuery),
  operatorType: textThat(isCode),
  operatorCode: textThat(isCode),
  active: oneOf(['true', 'false']),
  sort: oneOf(['asc', 'desc']),
  page: pageNumber(),
});

export type SkuSearch = ReturnType<typeof skuSearchSchema.parse>;

/** The types whose operators can be chosen (docs/product/shop.md#prices). */
const typesWithOperator = new Set(['mobile', 'data', 'ewallet']);

/** Reports whether the operator can be chosen. */
export function hasOperators(search: SkuSearch): boolean {
  return search.operatorType !== undefined && typesWithOperator.has(search.operatorType);
}

/**
 * Returns the search after a change of filters: any change leads to the first page, and a change of type or status
 * clears the operator.
 */
export function filtered(search: SkuSearch, change: Omit<SkuSearch, 'page'>): SkuSearch {
  const next = { ...search, ...change, page: undefined };
  const clears =
    ('operatorType' in change && change.operatorType !== search.operatorType) ||
    ('active' in change && change.active !== search.active);
  return clears ? { ...next, operatorCode: undefined } : next;
}
