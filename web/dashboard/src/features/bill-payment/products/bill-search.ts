import { pageNumber, searchSchema, searchText, textThat } from '@shared/url/search-fields';

const longestQuery = 100; // the server's limit

/** The operator types whose products can be narrowed by operator (docs/product/bill-payment.md#products). */
const withOperators = new Set(['mobile', 'data', 'ewallet']);

/** Whether the operator filter is shown for a type. */
export function hasOperators(operatorType: string | undefined): boolean {
  return operatorType !== undefined && withOperators.has(operatorType);
}

/** The search parameters of Bill Payment. The URL is the only store of its filters. */
export const billSearchSchema = searchSchema({
  operatorType: textThat((given) => /^[a-z][a-z0-9_]{0,63}$/u.test(given)),
  operatorCode: textThat((given) => /^[A-Za-z0-9_-]{1,64}$/u.test(given)),
  searchQuery: searchText(longestQuery),
  page: pageNumber(),
  /** The code of the product that is being ordered: Back closes its form, and a reload opens it again. */
  create: textThat((given) => /^[A-Za-z0-9_.-]{1,64}$/u.test(given)),
});

export type BillSearch = ReturnType<typeof billSearchSchema.parse>;

/** The filters of the products, without what is open above them. */
export type BillFilterValues = Omit<BillSearch, 'page' | 'create'>;
