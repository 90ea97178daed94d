import { oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longestSearch = 100;

/** Which SKUs are shown. */
export const skuChoices = ['above', 'below', 'not_sold'] as const;

/** The search parameters of a supplier: which of its SKUs are shown. */
export const supplierSearchSchema = searchSchema({
  query: searchText(longestSearch),
  only: oneOf(skuChoices),
  page: pageNumber(),
});

export type SupplierSearch = ReturnType<typeof supplierSearchSchema.parse>;
