import { oneOf, searchSchema, text } from '@shared/url/search-fields';

const longestId = 19;

/** The search parameters of the approvals: the tab, and the open request. */
export const approvalSearchSchema = searchSchema({ tab: oneOf(['mine', 'decided']), id: text(longestId) });

export type ApprovalSearch = ReturnType<typeof approvalSearchSchema.parse>;
