/** How an area writes its currency: 'Rp.' in orders and bill payment, 'Rp' where the text says so. */
export type RupiahPrefix = 'Rp.' | 'Rp';

/** `always` marks both directions of money (history rows), `negative` only what leaves. */
export type SignRule = 'negative' | 'always';

// A hyphen is narrower than a digit and breaks lines; the true minus is as wide as a figure.
const minus = '\u2212';

const thousands = /\B(?=(\d{3})+(?!\d))/g;

/** The pieces of an amount, so that a view can set the prefix back and keep the figure in front. */
export interface RupiahParts {
  /** '−', '+' or empty; stands before the prefix. */
  sign: string;
  prefix: RupiahPrefix;
  /** Dot thousands, no sign: '1.250.000'. */
  figure: string;
}

/** Groups whole rupiah by dots, whatever the language: the dot is the currency's own habit. */
export function groupThousands(value: number): string {
  const digits = Math.abs(Math.trunc(value)).toString().replace(thousands, '.');
  return value <= -1 ? minus + digits : digits;
}

/** Takes an amount of whole rupiah apart; a fraction is cut, because money is never a float here. */
export function rupiahParts(value: number, prefix: RupiahPrefix = 'Rp.', rule: SignRule = 'negative'): RupiahParts {
  const whole = Math.trunc(value);
  const plus = rule === 'always' && whole > 0 ? '+' : '';
  return { sign: whole < 0 ? minus : plus, prefix, figure: groupThousands(Math.abs(whole)) };
}

/** One string for titles, copies and notices: 'Rp.49.875', 'Rp 49.875', '−Rp.1.000'. */
export function formatRupiah(value: number, prefix: RupiahPrefix = 'Rp.', rule: SignRule = 'negative'): string {
  const parts = rupiahParts(value, prefix, rule);
  return parts.sign + parts.prefix + prefixGap(prefix) + parts.figure;
}

/** 'Rp.' stands against its figure, 'Rp' needs a space that never breaks a line. */
export function prefixGap(prefix: RupiahPrefix): string {
  return prefix === 'Rp' ? '\u00a0' : '';
}
