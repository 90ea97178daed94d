import type { approvalTexts } from './approval-texts';

/** Returns the name of a kind of requests; of a kind that the app doesn't know, its code. */
export function kindName(kind: string, { kinds }: (typeof approvalTexts)['en']): string {
  return new Map(Object.entries(kinds)).get(kind) ?? kind;
}
