/** The least length of a password (docs/product/access.md#passwords). */
const shortestPassword = 8;

/** The rules that the page can check itself. Only the server knows past passwords. */
export type OwnRule = 'lower' | 'upper' | 'digit' | 'length';

/** Reports whether a password is too short for the server to check. Counts characters, not UTF-16 code units. */
export function isTooShort(password: string): boolean {
  return Array.from(password).length < shortestPassword;
}

/** Returns which rules a password meets. This only guides the user: the server decides. */
export function metRules(password: string): Record<OwnRule, boolean> {
  return {
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    length: !isTooShort(password),
  };
}
