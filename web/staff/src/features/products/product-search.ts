import { oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;
const longestCode = 64;

/** The states that products can be narrowed by. */
export const productStates = ['active', 'inactive', 'problem'] as const;

/** The search parameters of the list of products. */
export const productSearchSchema = searchSchema({
  page: pageNumber(),
  search: searchText(longestSearch),
  operatorType: searchText(longestCode),
  operatorCode: searchText(longestCode),
  supplier: searchText(longestCode),
  status: oneOf(productStates),
});

export type ProductSearch = ReturnType<typeof productSearchSchema.parse>;
