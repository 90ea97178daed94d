/** Longest e-mail address in all, section 9 of the specification of the shell. */
export const longestEmail = 254;

/** One bare address with a dotted domain; the server looks closer. */
const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/u;

/** Whether a text can be an e-mail address. Counts bytes, as mail systems do. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && new TextEncoder().encode(text).length <= longestEmail;
}

const usernamePattern = /^[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)*$/u;
const shortestUsername = 2;
/** Longest username. */
export const longestUsername = 20;

/**
 * Whether a text can be a username: 2 to 20 letters, digits, dots and underscores; no dot or underscore at an end or
 * beside another one.
 */
export function isUsername(text: string): boolean {
  return text.length >= shortestUsername && text.length <= longestUsername && usernamePattern.test(text);
}
