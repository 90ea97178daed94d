/** The most digits of an amount. Whole numbers of this length are exact. */
export const mostDigits = 15;

/** Text that may surround an amount: a currency before it, and the Indonesian ",-" after it. */
const around = /^(?:rp\.?|idr)?\s*|\s*(?:[,.]-{1,2})?$/giu;

/** Unambiguous notations of an amount in whole rupiah, with decimals that are zero. The first group is the amount. */
const forms = [
  // 12500 and 12500,00. Three digits after a single comma are ambiguous, so they do not match.
  /^(\d+)(?:,0{0,2})?$/u,
  // 12.500 and 12.500,00, also with spaces
  /^([1-9]\d{0,2}([.\s])\d{3}(?:\2\d{3})*)(?:,0*)?$/u,
  // 12,500.00 as in English: the last separator starts the decimals
  /^([1-9]\d{0,2}(?:,\d{3})+)\.0+$/u,
  // 12,500,000: two commas cannot both start decimals
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/u,
];

/** Notations of an amount with a fraction of a rupiah. */
const fractions = [
  // 12,5. Three digits after a single comma are ambiguous, as above.
  /^\d+,(?!\d{3}$)\d*[1-9]\d*$/u,
  // 12.500,50
  /^[1-9]\d{0,2}(?:[.\s]\d{3})+,\d*[1-9]\d*$/u,
  // 12,500.50 and 12.5
  /^[1-9]\d{0,2}(?:,\d{3})+\.\d*[1-9]\d*$/u,
  /^\d+\.(?=\d?[1-9])\d{1,2}$/u,
];

/** Reports whether a text is an amount with a fraction of a rupiah. It is not cut off: it is not what was meant. */
export function hasFraction(given: string): boolean {
  const text = given.trim().replaceAll(around, '');
  return fractions.some((form) => form.test(text));
}

/**
 * Parses an amount in one of several notations, in whole rupiah. Returns undefined for other text, for amounts with a
 * fraction, and for ambiguous ones, such as 12,500.
 */
export function readRupiah(given: string): number | undefined {
  const text = given.trim().replaceAll(around, '');
  const whole = forms.map((form) => form.exec(text)?.[1]).find((figure) => figure !== undefined);
  const digits = whole?.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '');
  return digits !== undefined && digits.length <= mostDigits ? Number(digits) : undefined;
}
