import type { AnswerOf } from '@/api-types';
import { reloads } from '@shared/api/reloads';

/** What a change of the rules, or of a client's segment, does to prices. */
export type RuleReport = AnswerOf<'/staff/v1/price-rules', 'post'>;

/** Without `apply` a change is only previewed. */
export interface RuleStep {
  apply?: boolean;
  tag?: string;
  reason?: string;
}

/** Reloads what a change of the rules changes. */
export const rulesChanged = reloads(['prices'], ['products'], ['approvals'], ['overview']);
