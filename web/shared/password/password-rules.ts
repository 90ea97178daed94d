/** Fewest characters of a password, section 9 of the specification of the shell. */
export const shortestPassword = 8;

/** The stated rules that a page can tell by itself; past passwords are known to the server alone. */
export type OwnRule = 'lower' | 'upper' | 'digit' | 'length';

/** Whether a password is shorter than the server would even look at. Counts characters, not code units. */
export function isTooShort(password: string): boolean {
  return Array.from(password).length < shortestPassword;
}

/** Which of the stated rules a password meets. It only guides: the server decides. */
export function metRules(password: string): Record<OwnRule, boolean> {
  return {
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    length: !isTooShort(password),
  };
}
