import { isoDate, oneOf, searchSchema, searchText, textThat } from '@shared/url/search-fields';

const longest = 50;

/** What the rows of a report can be about. */
export const groupings = ['day', 'product', 'client', 'supplier'] as const;

/** The search parameters of the report: what its rows are about, and its filters. */
export const reportSearchSchema = searchSchema({
  groupBy: oneOf(groupings),
  dateStart: isoDate(),
  dateEnd: isoDate(),
  clientId: textThat((given) => /^[1-9]\d{0,8}$/u.test(given)),
  supplier: searchText(longest),
  productGroup: searchText(longest),
});

export type ReportSearch = ReturnType<typeof reportSearchSchema.parse>;
