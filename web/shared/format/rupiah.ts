/** The currency prefix: 'Rp.' in orders and bill payment, 'Rp' elsewhere (docs/product/shell.md#numbers-and-dates). */
export type RupiahPrefix = 'Rp.' | 'Rp';

/** When a sign is shown: `always` for both directions (history rows), `negative` for outgoing money only. */
export type SignRule = 'negative' | 'always';

// The minus sign U+2212 is as wide as a digit and does not break the line, unlike a hyphen.
const minus = '\u2212';

const thousands = /\B(?=(\d{3})+(?!\d))/g;

/** The parts of an amount, so that a component can style them. */
export interface RupiahParts {
  /** '−', '+' or empty. Shown before the prefix. */
  sign: string;
  prefix: RupiahPrefix;
  /** Digits grouped by dots, without a sign: '1.250.000'. */
  figure: string;
}

/** Groups whole rupiah by dots in every language. */
export function groupThousands(value: number): string {
  const digits = Math.abs(Math.trunc(value)).toString().replace(thousands, '.');
  return value <= -1 ? minus + digits : digits;
}

/** Splits an amount of whole rupiah into its parts. A fraction is cut off. */
export function rupiahParts(value: number, prefix: RupiahPrefix = 'Rp.', rule: SignRule = 'negative'): RupiahParts {
  const whole = Math.trunc(value);
  const plus = rule === 'always' && whole > 0 ? '+' : '';
  return { sign: whole < 0 ? minus : plus, prefix, figure: groupThousands(Math.abs(whole)) };
}

/** Formats an amount as text, for titles, copies and notices: 'Rp.49.875', 'Rp 49.875', '−Rp.1.000'. */
export function formatRupiah(value: number, prefix: RupiahPrefix = 'Rp.', rule: SignRule = 'negative'): string {
  const parts = rupiahParts(value, prefix, rule);
  return parts.sign + parts.prefix + prefixGap(prefix) + parts.figure;
}

/** An amount in a text of the server or of staff: 'Rp 2.500', 'Rp.2.500', 'Rp2.500'. */
const amountsInText = /\bRp\.?\s?(?=\d)/gu;

/** Writes the amounts in a text that several areas show, such as the description of a product, as one area writes them. */
export function withRupiahPrefix(text: string, prefix: RupiahPrefix): string {
  return text.replaceAll(amountsInText, prefix + prefixGap(prefix));
}

/** Returns what separates the prefix from the figure: nothing after 'Rp.', a no-break space after 'Rp'. */
export function prefixGap(prefix: RupiahPrefix): string {
  return prefix === 'Rp' ? '\u00a0' : '';
}
