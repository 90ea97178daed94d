/** Longest amount that is read: every whole number of that many digits is exact. */
export const mostDigits = 15;

/** What may stand around an amount: the currency before it, and the Indonesian ',-' after it. */
const around = /^(?:rp\.?|idr)?\s*|\s*(?:[,.]-{1,2})?$/giu;

/** The ways to write an amount that can mean one thing only. The first group is the whole rupiah. */
const forms = [
  // 12500 and 12500,00. Three digits behind a lone comma could be thousands, so they are not read.
  /^(\d+)(?:,\d{0,2})?$/u,
  // 12.500 and 12.500,00, or with spaces
  /^([1-9]\d{0,2}([.\s])\d{3}(?:\2\d{3})*)(?:,\d*)?$/u,
  // 12,500.00, as English systems write it: the last separator starts the decimals
  /^([1-9]\d{0,2}(?:,\d{3})+)\.\d+$/u,
  // 12,500,000: two commas can't both start decimals
  /^([1-9]\d{0,2}(?:,\d{3}){2,})$/u,
];

/**
 * Reads an amount that was written elsewhere, in whole rupiah. Decimals are dropped. It gives undefined for what is no
 * amount and for what can mean two, such as 12,500.
 */
export function readRupiah(given: string): number | undefined {
  const text = given.trim().replaceAll(around, '');
  const whole = forms.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  const digits = whole?.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '');
  return digits !== undefined && digits.length <= mostDigits ? Number(digits) : undefined;
}
