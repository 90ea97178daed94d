import type { PricingBody } from './sku-queries';

/** The pricing types (docs/product/shop.md#prices). */
export const pricingTypes = ['percent', 'margin', 'price'] as const;

export type PricingType = (typeof pricingTypes)[number];

const hundredthsOfOne = 10_000;
const mostPercent = 100;

/** Reads per cent with a decimal comma or point and at most two decimals; undefined for other text. */
export function readPercent(text: string): number | undefined {
  const given = text.trim().replace(',', '.');
  return /^-?\d{1,6}(?:\.\d{1,2})?$/u.test(given) ? Number(given) : undefined;
}

/** Reads whole rupiah, also with dots; undefined for other text. */
export function readWhole(text: string): number | undefined {
  const given = text.trim();
  if (!/^-?\d{1,15}$/u.test(given) && !/^-?\d{1,3}(?:\.\d{3}){1,4}$/u.test(given)) return undefined;
  return Number(given.replaceAll('.', ''));
}

/** Reads a typed value of a pricing type. */
export function readValue(type: PricingType, text: string): number | undefined {
  return type === 'percent' ? readPercent(text) : readWhole(text);
}

/** Returns a pricing as the calls take it (docs/product/shop.md#prices). */
export function bodyOf(type: PricingType, value: number): PricingBody {
  if (type === 'percent') return { marginPercentCSP: value, isFixedCSP: false };
  if (type === 'margin') return { marginAmountCSP: value, isFixedCSP: false };
  return { committedSellPrice: value, isFixedCSP: true };
}

/** Returns the committed price, by the server's rule: a margin of per cent is rounded up to whole rupiah. */
export function priceOf(type: PricingType, value: number, net: number): number {
  if (type === 'price') return value;
  if (type === 'margin') return net + value;
  const points = Math.round(value * mostPercent);
  const whole = Math.floor(net / hundredthsOfOne);
  const rest = net % hundredthsOfOne;
  return net + whole * points + Math.ceil((rest * points) / hundredthsOfOne);
}

/** What is wrong with a value of the bulk form (docs/product/shop.md#prices). */
export type BulkProblem = 'blank' | 'number' | 'above' | 'below';

/** Returns what is wrong with a value of the bulk form, or null. */
export function bulkProblem(type: PricingType, text: string): BulkProblem | null {
  if (text.trim() === '') return 'blank';
  const value = readValue(type, text);
  if (value === undefined) return 'number';
  if (value < 0 || (type === 'price' && value === 0)) return 'below';
  return type === 'percent' && value > mostPercent ? 'above' : null;
}

/** What is wrong with a value of the form of one SKU (docs/product/shop.md#prices). */
export type SingleProblem = 'percentMissing' | 'amountMissing' | 'zero' | 'invalid';

/** Returns what is wrong with a value of the form of one SKU, or null. */
export function singleProblem(type: PricingType, text: string): SingleProblem | null {
  const given = text.trim();
  if (given === '') return type === 'percent' ? 'percentMissing' : 'amountMissing';
  const value = readValue(type, given);
  if (value === 0) return 'zero';
  if (value === undefined || value < 0 || (type === 'percent' && value > mostPercent)) return 'invalid';
  return null;
}

/** The row that can't be selected (docs/product/shop.md#prices). */
const disabledName = 'Disabled User';

/** Reports whether a SKU can be selected. */
export function isSelectable({ name }: { name: string }): boolean {
  return name !== disabledName;
}

/** Returns the selection after a press on one code, or on all codes of a page. */
export function withSelected(selected: ReadonlySet<string>, codes: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected);
  for (const code of codes) {
    if (on) next.add(code);
    else next.delete(code);
  }
  return next;
}
