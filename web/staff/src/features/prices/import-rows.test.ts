import { describe, expect, it } from 'vitest';

import type { ImportRow } from './import-queries';
import { changesIn, countsOf, faultyLines, narrowed } from './import-rows';

const row = (line: number, outcome: ImportRow['outcome'], more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  outcome,
  reason: '',
  productCode: `P${line}`,
  productName: `Product ${line}`,
  clientId: null,
  clientName: '',
  supplier: '',
  now: 1,
  amount: 2,
  marginBefore: 0,
  marginAfter: 0,
  below: false,
  effectiveAt: '2026-12-01T00:00:00Z',
  ...more,
});

const rows = [
  row(2, 'higher'),
  row(3, 'lower', { below: true, clientId: 1001, clientName: 'Toko Maju Jaya' }),
  row(4, 'same'),
  row(5, 'unchanged'),
  row(6, 'error', { reason: 'product_code "X" does not exist' }),
];

describe('rows of a price import', () => {
  it('are counted so that the kinds add up', () => {
    const { all, below, ...kinds } = countsOf(rows);
    expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(below).toBe(1);
    expect(changesIn(rows)).toBe(3);
  });

  it('are found by product and client', () => {
    expect(narrowed(rows, 'all', 'maju').map(({ line }) => line)).toEqual([3]);
    expect(narrowed(rows, 'all', '1001').map(({ line }) => line)).toEqual([3]);
    expect(narrowed(rows, 'unchanged', '').map(({ line }) => line)).toEqual([4, 5]);
  });

  it('give the faulty lines with their reasons', () => {
    const content = ['a,b', '1,1', '2,2', '3,3', '4,4', '5,5'].join('\r\n');
    expect(faultyLines(content, rows)).toBe('a,b,reason\n5,5,"product_code ""X"" does not exist"\n');
  });
});
