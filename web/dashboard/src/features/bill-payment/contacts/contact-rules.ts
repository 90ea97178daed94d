/** Whether a name has only letters, numbers, spaces, dashes, underscores, periods and commas. */
export function isContactName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} \-_.,]+$/u.test(name);
}
