import { groupThousands } from '@shared/format/rupiah';

/** Longest amount that can be typed: every whole number of so many digits is exact. */
const mostDigits = 15;

/** What a text that somebody typed means, and where the caret belongs once it is written with dots. */
export interface TypedRupiah {
  /** Whole rupiah, or nothing where no digit is left. */
  value: number | undefined;
  /** The amount with dot thousands. */
  text: string;
  caret: number;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '');
}

/** The amount with dot thousands; empty for nothing. */
export function rupiahText(value: number | undefined): string {
  return value === undefined ? '' : groupThousands(value);
}

/**
 * Reads an amount while it is typed: dots come and go, and the caret stays behind the digit it stood behind, however
 * many dots that moved.
 */
export function typedRupiah(given: string, caret: number): TypedRupiah {
  const digits = digitsOf(given)
    .replace(/^0+(?=\d)/u, '')
    .slice(0, mostDigits);
  const value = digits === '' ? undefined : Number(digits);
  const text = rupiahText(value);
  let behind = digitsOf(given.slice(caret)).length;
  let place = text.length;
  while (behind > 0 && place > 0) {
    place -= 1;
    if (text[place] !== '.') behind -= 1;
  }
  // Before a dot rather than after it: there Backspace would take nothing but the dot, which comes back.
  if (text[place - 1] === '.') place -= 1;
  return { value, text, caret: place };
}
