import { isoDate, searchSchema, searchText, textThat } from '@shared/url/search-fields';

const longest = 200;

/** The search parameters of the audit log: its filters. */
export const auditSearchSchema = searchSchema({
  actor: searchText(longest),
  action: searchText(longest),
  subject: searchText(longest),
  clientId: textThat((given) => /^[1-9]\d{0,8}$/u.test(given)),
  dateStart: isoDate(),
  dateEnd: isoDate(),
});

export type AuditSearch = ReturnType<typeof auditSearchSchema.parse>;
