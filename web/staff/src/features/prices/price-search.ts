import { oneOf, pageNumber, searchSchema } from '@shared/url/search-fields';

/** The search parameters of the page of prices. Changes to come are open without a tab. */
export const priceSearchSchema = searchSchema({
  tab: oneOf(['applied', 'cancelled', 'rules', 'import']),
  page: pageNumber(),
});

export type PriceSearch = ReturnType<typeof priceSearchSchema.parse>;
