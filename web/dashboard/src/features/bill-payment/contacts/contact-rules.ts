import type { SavedContact } from './contact-queries';

/** Whether there is more to say of a saved contact than that it was saved. */
export function hasRemarks({ repair, sameNumber }: Pick<SavedContact, 'repair' | 'sameNumber'>): boolean {
  return repair !== undefined || sameNumber.length > 0;
}

/** Whether a name has only letters, numbers, spaces, dashes, underscores, periods and commas. */
export function isContactName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} \-_.,]+$/u.test(name);
}
