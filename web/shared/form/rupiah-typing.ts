import { groupThousands } from '@shared/format/rupiah';

import { mostDigits, readRupiah } from './read-rupiah';

/** A change that somebody made in the field. */
export interface RupiahEdit {
  /** What stood in the field. */
  before: string;
  /** What stands there now, before it is written with dots. */
  given: string;
  /** Where the caret is in `given`. */
  caret: number;
  /** The browser's name of the edit, `InputEvent.inputType`; not every edit has one. */
  inputType?: string | undefined;
}

/** What an edit means, and where the caret belongs once the amount is written with dots. */
export interface TypedRupiah {
  /** Whole rupiah; undefined where no digit is left. */
  value: number | undefined;
  /** The amount with dot thousands. A comma at its end stays while the field is typed into, and has no decimals. */
  text: string;
  caret: number;
}

const insertions = new Set(['insertFromPaste', 'insertFromDrop', 'insertReplacementText']);

function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '');
}

/** The amount with dot thousands; empty for nothing. */
export function rupiahText(value: number | undefined): string {
  return value === undefined ? '' : groupThousands(value);
}

/** The text between the start that both have and the caret. */
function insertedText({ before, given, caret }: RupiahEdit): string {
  let start = 0;
  while (start < caret && before[start] === given[start]) start += 1;
  return given.slice(start, caret);
}

/** The place in a text with so many digits and commas behind it, before a dot rather than after it. */
function placeBefore(text: string, behind: number): number {
  let left = behind;
  let place = text.length;
  while (left > 0 && place > 0) {
    place -= 1;
    if (text[place] !== '.') left -= 1;
  }
  // After the dot, Backspace would delete nothing but the dot, which comes back.
  return text[place - 1] === '.' ? place - 1 : place;
}

/** Reads the field after one key or a deletion: dots group, and a comma ends the amount. */
function typeRupiah({ before, given, caret, inputType }: RupiahEdit, key: string): TypedRupiah {
  const comma = given.indexOf(',');
  const digits = digitsOf(comma === -1 ? given : given.slice(0, comma)).replace(/^0+(?=\d)/u, '');
  const cutsOff = key === ',' && /[\d,]/u.test(given.slice(caret));
  if (cutsOff || digits.length > mostDigits) {
    return { value: readRupiah(before), text: before, caret: caret - key.length };
  }
  const value = digits === '' ? undefined : Number(digits);
  const text = rupiahText(value) + (comma === -1 || value === undefined ? '' : ',');
  const place = placeBefore(text, given.slice(caret).replaceAll(/[^\d,]/gu, '').length);
  // Before the dot, Delete would delete nothing but the dot, which comes back.
  const stuck = inputType === 'deleteContentForward' && text === before && text[place] === '.';
  return { value, text, caret: stuck ? place + 1 : place };
}

/**
 * Reads an edit of an amount. While it is typed, dots come and go and the caret stays behind the digit it stood
 * behind. What is inserted in one piece is read as it was written elsewhere; undefined where that can't be told.
 */
export function typedRupiah(edit: RupiahEdit): TypedRupiah | undefined {
  const piece = insertedText(edit);
  if (piece.length <= 1 && !insertions.has(edit.inputType ?? '')) return typeRupiah(edit, piece);
  const { given, caret } = edit;
  const value = readRupiah(given);
  if (value !== undefined) {
    const text = rupiahText(value);
    return { value, text, caret: placeBefore(text, digitsOf(given.slice(caret)).length) };
  }
  // Digits put between others.
  const isWhole = /^[\d.\s]+$/u.test(piece) && readRupiah(piece) !== undefined;
  return isWhole && digitsOf(given).length <= mostDigits ? typeRupiah(edit, '') : undefined;
}
