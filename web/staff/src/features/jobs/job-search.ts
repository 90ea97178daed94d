import { oneOf, pageNumber, searchSchema, searchText } from '@shared/url/search-fields';

const longest = 80;

/** The search parameters of jobs and notices: the tab, the filters of the notices, and the open row. */
export const jobSearchSchema = searchSchema({
  page: pageNumber(),
  tab: oneOf(['notices']),
  source: searchText(longest),
  subject: searchText(longest),
  which: oneOf(['waiting']),
  id: searchText(longest),
});

export type JobSearch = ReturnType<typeof jobSearchSchema.parse>;
