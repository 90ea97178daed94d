/** The most digits of an amount. Whole numbers of this length are exact. */
export const mostDigits = 15;

/** Text that may surround an amount: a currency before it, and the Indonesian ",-" after it. */
const around = /^(?:rp\.?|idr)?\s*|\s*(?:[,.]-{1,2})?$/giu;

/** Unambiguous notations of an amount. The first group is the whole rupiah. */
const forms = [
  // 12500 and 12500,00. Three digits after a single comma are ambiguous, so they do not match.
  /^(\d+)(?:,\d{0,2})?$/u,
  // 12.500 and 12.500,00, also with spaces
  /^([1-9]\d{0,2}([.\s])\d{3}(?:\2\d{3})*)(?:,\d*)?$/u,
  // 12,500.00 as in English: the last separator starts the decimals
  /^([1-9]\d{0,2}(?:,\d{3})+)\.\d+$/u,
  // 12,500,000: two commas cannot both start decimals
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/u,
];

/**
 * Parses an amount in one of several notations, in whole rupiah. Decimals are dropped. Returns undefined for other text
 * and for ambiguous amounts, such as 12,500.
 */
export function readRupiah(given: string): number | undefined {
  const text = given.trim().replaceAll(around, '');
  const whole = forms.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  const digits = whole?.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '');
  return digits !== undefined && digits.length <= mostDigits ? Number(digits) : undefined;
}
