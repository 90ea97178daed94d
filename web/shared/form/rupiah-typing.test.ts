import { describe, expect, it } from 'vitest';

import { rupiahText, typedRupiah } from './rupiah-typing';

/** Types a text with the caret at `|` and gives what stands there afterwards, with the caret. */
function type(given: string) {
  const caret = given.indexOf('|');
  const { value, text, caret: place } = typedRupiah(given.replace('|', ''), caret);
  return { value, shown: `${text.slice(0, place)}|${text.slice(place)}` };
}

describe('typing an amount of rupiah', () => {
  it.each([
    ['|', undefined, '|'],
    ['5|', 5, '5|'],
    ['1234|', 1234, '1.234|'],
    ['1.2345|', 12_345, '12.345|'],
    ['1.9|234', 19_234, '19|.234'],
    ['12|.345', 12_345, '12|.345'],
    ['|.345', 345, '|345'],
    ['1.23|', 123, '123|'],
    ['007|', 7, '7|'],
    ['0|', 0, '0|'],
    ['Rp. 1.500.000|', 1_500_000, '1.500.000|'],
    ['-5x|', 5, '5|'],
  ])('of %s means %s and shows %s', (given, value, shown) => {
    expect(type(given)).toEqual({ value, shown });
  });

  it('never gets longer than a number can tell', () => {
    const { value } = typedRupiah('9'.repeat(30), 30);
    expect(value).toBe(999_999_999_999_999);
    expect(Number.isSafeInteger(value)).toBe(true);
  });

  it('writes nothing for nothing', () => {
    expect(rupiahText(undefined)).toBe('');
    expect(rupiahText(0)).toBe('0');
  });
});
