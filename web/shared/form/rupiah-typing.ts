import { groupThousands } from '@shared/format/rupiah';

import { hasFraction, mostDigits, readRupiah } from './read-rupiah';

/** An edit of the field by the user. */
export interface RupiahEdit {
  /** The text before the edit. */
  before: string;
  /** The text after the edit, not yet formatted. */
  given: string;
  /** Index of the caret in `given`. */
  caret: number;
  /** `InputEvent.inputType`, if the browser gives one. */
  inputType?: string | undefined;
}

/** The result of an edit: the amount, and the formatted text with its caret. */
export interface TypedRupiah {
  /** Whole rupiah; undefined if the text has no digit, or a fraction. */
  value: number | undefined;
  /**
   * The amount grouped by dots. A typed comma stays at the end until the field is left; zeros after it are dropped. With
   * a fraction, the text as it was given.
   */
  text: string;
  caret: number;
  /** The text has a fraction of a rupiah. */
  fraction?: true;
}

const insertions = new Set(['insertFromPaste', 'insertFromDrop', 'insertReplacementText']);

function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '');
}

/** Formats an amount with dots; empty for undefined. */
export function rupiahText(value: number | undefined): string {
  return value === undefined ? '' : groupThousands(value);
}

/** Returns the text that an edit inserted: from the end of the common start to the caret. */
function insertedText({ before, given, caret }: RupiahEdit): string {
  let start = 0;
  while (start < caret && before[start] === given[start]) start += 1;
  return given.slice(start, caret);
}

/** Returns the caret index with `behind` digits and commas after it. Before a dot rather than after it. */
function caretBefore(text: string, behind: number): number {
  let left = behind;
  let position = text.length;
  while (left > 0 && position > 0) {
    position -= 1;
    if (text[position] !== '.') left -= 1;
  }
  // Backspace after a dot would only delete the dot, which formatting restores.
  return text[position - 1] === '.' ? position - 1 : position;
}

/** Applies a typed key or a deletion. Dots are grouping, and a comma ends the amount. */
function typeRupiah({ before, given, caret, inputType }: RupiahEdit, key: string): TypedRupiah {
  const comma = given.indexOf(',');
  if (comma > 0 && /[1-9]/u.test(given.slice(comma)) && /\d/u.test(given.slice(0, comma)) && key !== ',') {
    return { value: undefined, text: given, caret, fraction: true };
  }
  const digits = digitsOf(comma === -1 ? given : given.slice(0, comma)).replace(/^0+(?=\d)/u, '');
  const cutsOff = key === ',' && /[\d,]/u.test(given.slice(caret));
  if (cutsOff || digits.length > mostDigits) {
    return { value: readRupiah(before), text: before, caret: caret - key.length };
  }
  const value = digits === '' ? undefined : Number(digits);
  const text = rupiahText(value) + (comma === -1 || value === undefined ? '' : ',');
  const caretAfter = caretBefore(text, given.slice(caret).replaceAll(/[^\d,]/gu, '').length);
  // Delete before a dot would only delete the dot, which formatting restores.
  const stuck = inputType === 'deleteContentForward' && text === before && text[caretAfter] === '.';
  return { value, text, caret: stuck ? caretAfter + 1 : caretAfter };
}

/**
 * Applies an edit of an amount. While the user types, the caret stays after the same digit. Text that is inserted at
 * once (pasted, dropped) is parsed as an amount; returns undefined if it is ambiguous.
 */
export function typedRupiah(edit: RupiahEdit): TypedRupiah | undefined {
  const piece = insertedText(edit);
  if (piece.length <= 1 && !insertions.has(edit.inputType ?? '')) return typeRupiah(edit, piece);
  const { given, caret } = edit;
  if (hasFraction(given)) return { value: undefined, text: given, caret, fraction: true };
  const value = readRupiah(given);
  if (value !== undefined) {
    const text = rupiahText(value);
    return { value, text, caret: caretBefore(text, digitsOf(given.slice(caret)).length) };
  }
  // Digits were inserted into an amount.
  const isWhole = /^[\d.\s]+$/u.test(piece) && readRupiah(piece) !== undefined;
  return isWhole && digitsOf(given).length <= mostDigits ? typeRupiah(edit, '') : undefined;
}
