import { describe, expect, it } from 'vitest';

import { formatRupiah, groupThousands, rupiahParts, withRupiahPrefix } from './rupiah';

describe('groupThousands', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1.000'],
    [49_875, '49.875'],
    [100_450, '100.450'],
    [1_000_000, '1.000.000'],
    [9_007_199_254_740_991, '9.007.199.254.740.991'],
    [-1, '−1'],
    [-1_000, '−1.000'],
    [-0, '0'],
    [0.9, '0'],
    [-0.9, '0'],
    [1_234.99, '1.234'],
  ])('writes %d as %s', (value, text) => {
    expect(groupThousands(value)).toBe(text);
  });

  it('keeps every digit of a thousand random amounts', () => {
    let seed = 20_261_121;
    for (let round = 0; round < 1000; round += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const value = seed * (round + 1);
      expect(Number(groupThousands(value).replaceAll('.', ''))).toBe(value);
      expect(groupThousands(value)).toMatch(/^\d{1,3}(\.\d{3})*$/);
    }
  });
});

describe('formatRupiah', () => {
  it.each([
    [49_875, 'Rp.', 'negative', 'Rp.49.875'],
    [49_875, 'Rp', 'negative', 'Rp\u00a049.875'],
    [0, 'Rp.', 'always', 'Rp.0'],
    [50_000, 'Rp.', 'always', '+Rp.50.000'],
    [-50_000, 'Rp.', 'always', '\u2212Rp.50.000'],
    [-50_000, 'Rp', 'negative', '\u2212Rp\u00a050.000'],
  ] as const)('writes %d with %s and sign %s as %s', (value, prefix, sign, text) => {
    expect(formatRupiah(value, prefix, sign)).toBe(text);
  });

  it('puts a true minus before the prefix, never a hyphen', () => {
    expect(rupiahParts(-5000)).toEqual({ sign: '\u2212', prefix: 'Rp.', figure: '5.000' });
  });
});

describe('withRupiahPrefix', () => {
  it.each(['Fee Rp 2.500 to Rp 9.000', 'Fee Rp.2.500 to Rp.9.000', 'Fee Rp2.500 to Rp\u00a09.000'])(
    'writes %j',
    (text) => {
      expect(withRupiahPrefix(text, 'Rp')).toBe('Fee Rp\u00a02.500 to Rp\u00a09.000');
      expect(withRupiahPrefix(text, 'Rp.')).toBe('Fee Rp.2.500 to Rp.9.000');
    },
  );

  it('leaves what is no amount', () => {
    expect(withRupiahPrefix('RpG 5, Rp and XRp 5', 'Rp.')).toBe('RpG 5, Rp and XRp 5');
  });
});
