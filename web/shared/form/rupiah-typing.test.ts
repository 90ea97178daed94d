import { describe, expect, it } from 'vitest';

import { rupiahText, typedRupiah } from './rupiah-typing';

/** Applies an edit. `|` marks the caret in the texts and in the result. */
function edit(before: string, given: string, inputType?: string) {
  const typed = typedRupiah({
    before: before.replace('|', ''),
    given: given.replace('|', ''),
    caret: given.indexOf('|'),
    inputType,
  });
  return typed && { value: typed.value, shown: `${typed.text.slice(0, typed.caret)}|${typed.text.slice(typed.caret)}` };
}

describe('typing an amount of rupiah', () => {
  it.each([
    ['|', '5|', 5, '5|'],
    ['123|', '1234|', 1234, '1.234|'],
    ['1.234|', '1.2345|', 12_345, '12.345|'],
    ['1|.234', '19|.234', 19_234, '19|.234'],
    ['|0', '5|0', 50, '5|0'],
    ['|12', '0|12', 12, '|12'],
    ['0|', '07|', 7, '7|'],
    // Other keys insert nothing.
    ['5|', '5x|', 5, '5|'],
    ['5|', '5-|', 5, '5|'],
    ['12|', '12.|', 12, '12|'],
    // A comma ends the amount. What follows it is dropped.
    ['12.500|', '12.500,|', 12_500, '12.500,|'],
    ['12.500,|', '12.500,0|', 12_500, '12.500,|'],
    ['12.500,|', '12.500,,|', 12_500, '12.500,|'],
    ['1|2.500,', '13|2.500,', 132_500, '13|2.500,'],
    // A comma never removes existing digits, and is not accepted in an empty field.
    ['12|.500', '12,|.500', 12_500, '12|.500'],
    ['|', ',|', undefined, '|'],
    // One key replaces a selection.
    ['12.500|', '7|', 7, '7|'],
  ])('%s becomes %s: %s, %s', (before, given, value, shown) => {
    expect(edit(before, given, 'insertText')).toEqual({ value, shown });
  });

  it('takes no more digits than a number can tell', () => {
    const full = '999.999.999.999.999';
    expect(edit(`${full}|`, `${full}1|`)).toEqual({ value: 999_999_999_999_999, shown: `${full}|` });
    expect(edit(`|${full}`, `1|${full}`)).toEqual({ value: 999_999_999_999_999, shown: `|${full}` });
  });
});

describe('deleting from an amount of rupiah', () => {
  const back = 'deleteContentBackward';
  const forward = 'deleteContentForward';

  it.each([
    [back, '1.234|', '1.23|', 123, '123|'],
    [back, '12|.345', '1|.345', 1345, '1|.345'],
    [back, '5|', '|', undefined, '|'],
    [back, '12.500,|', '12.500|', 12_500, '12.500|'],
    // The dot is restored. The caret moves over it, so that the same key deletes the next digit.
    [back, '12.|500', '12|500', 12_500, '12|.500'],
    [forward, '12|.500', '12|500', 12_500, '12.|500'],
    [forward, '12.|500', '12.|00', 1200, '1.2|00'],
    [forward, '|12.345', '|2.345', 2345, '|2.345'],
    ['deleteByCut', '1|2.345', '1|45', 145, '1|45'],
    ['deleteByCut', '|12.500', '|', undefined, '|'],
  ])('%s: %s becomes %s: %s, %s', (inputType, before, given, value, shown) => {
    expect(edit(before, given, inputType)).toEqual({ value, shown });
  });
});

describe('pasting an amount of rupiah', () => {
  const paste = 'insertFromPaste';

  it.each([
    ['|', '12.500,00|', 12_500, '12.500|'],
    ['|', '12,500.00|', 12_500, '12.500|'],
    ['|', 'Rp 12.500|', 12_500, '12.500|'],
    // Pasted over the whole text, even if it starts the same way.
    ['12.500|', '12.500,00|', 12_500, '12.500|'],
    ['1.250.000|', '12.500|', 12_500, '12.500|'],
    // Between digits
    ['1.|000', '1.500|000', 1_500_000, '1.500|.000'],
    ['1|', '1.500|', 1500, '1.500|'],
    ['|500', '12.|500', 12_500, '12|.500'],
  ])('%s becomes %s: %s, %s', (before, given, value, shown) => {
    expect(edit(before, given, paste)).toEqual({ value, shown });
  });

  it.each([
    ['|', '12,500|'],
    ['12|', '12,500|'],
    ['1|.000', '11,5|.000'],
    ['|', '1,5 jt|'],
    ['|', '9999999999999999|'],
    ['99.999.999|', '99.999.99999.999.999|'],
  ])('%s with %s is refused', (before, given) => {
    expect(edit(before, given, paste)).toBeUndefined();
  });

  it('reads what a keyboard or a form filler puts in at once the same way', () => {
    expect(edit('|', '12.500,00|', 'insertText')).toEqual({ value: 12_500, shown: '12.500|' });
    expect(edit('1.500|', '12,500|')).toBeUndefined();
  });
});

it('writes nothing for nothing', () => {
  expect(rupiahText(undefined)).toBe('');
  expect(rupiahText(0)).toBe('0');
});
