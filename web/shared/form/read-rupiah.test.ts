import { describe, expect, it } from 'vitest';

import { hasFraction, readRupiah } from './read-rupiah';

describe('an amount that was written elsewhere', () => {
  it.each([
    ['12500', 12_500],
    ['12.500', 12_500],
    ['12.500,00', 12_500],
    ['12500,00', 12_500],
    ['12.500,', 12_500],
    ['12,500.00', 12_500],
    ['1,250,000.00', 1_250_000],
    ['1,250,000', 1_250_000],
    ['Rp 12.500', 12_500],
    ['Rp. 12.500', 12_500],
    ['rp12.500,-', 12_500],
    ['Rp\u00a012.500,00', 12_500],
    ['IDR 12,500.00', 12_500],
    [' 12 500 \n', 12_500],
    ['12.500.-', 12_500],
    ['0', 0],
    ['007', 7],
    ['999.999.999.999.999', 999_999_999_999_999],
  ])('%j is %d', (given, amount) => {
    expect(readRupiah(given)).toBe(amount);
  });

  it.each([
    // Thousands or decimals.
    '12,500',
    '0.500',
    // Dots in wrong places.
    '12.50',
    '12500.00',
    '1.25.000',
    '1234.500',
    // Two amounts, units, signs.
    '12500 13000',
    '12.500 13.000',
    '1,5 jt',
    '-12.500',
    '(12,500.00)',
    'Rp',
    '',
    ',',
    // Too long for an exact number.
    '1.000.000.000.000.000',
  ])('%j is refused', (given) => {
    expect(readRupiah(given)).toBeUndefined();
  });
});

it.each([
  ['12,5', true],
  ['12500,5', true],
  ['1.250.000,75', true],
  ['12,500.50', true],
  ['Rp 12.5', true],
  ['1.000.000,00', false],
  ['12500,-', false],
  ['12,500', false],
  ['12.500', false],
  ['12,00', false],
])('%j has a fraction: %s', (given, fraction) => {
  expect(hasFraction(given)).toBe(fraction);
  expect(fraction && readRupiah(given) !== undefined).toBe(false);
});
