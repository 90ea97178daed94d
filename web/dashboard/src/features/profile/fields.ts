/** Longest e-mail address in bytes: docs/product/access.md#profile. */
export const longestEmail = 254;

/** One bare address with a dotted domain. The server checks more. */
const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/u;

/** Reports whether a text can be an e-mail address. The length is counted in bytes, as in mail systems. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text) && new TextEncoder().encode(text).length <= longestEmail;
}

const usernamePattern = /^[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)*$/u;
const shortestUsername = 2;
/** Longest username. */
const longestUsername = 20;

/**
 * Reports whether a text can be a username: 2 to 20 letters, digits, dots and underscores, without a dot or underscore
 * at either end or next to another.
 */
export function isUsername(text: string): boolean {
  return text.length >= shortestUsername && text.length <= longestUsername && usernamePattern.test(text);
}
