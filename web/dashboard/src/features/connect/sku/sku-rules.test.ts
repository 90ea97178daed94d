import { describe, expect, it } from 'vitest';

import {
  bodyOf,
  bulkProblem,
  priceOf,
  pricingTypes,
  readPercent,
  readWhole,
  singleProblem,
  withSelected,
} from './sku-rules';
import { filtered, hasOperators } from './sku-search';

describe('values', () => {
  it.each([
    ['12', 12],
    ['12,5', 12.5],
    ['0.25', 0.25],
    ['-1', -1],
    ['', undefined],
    ['1,234', undefined],
    ['12%', undefined],
    ['1e2', undefined],
  ])('reads %j as %j per cent', (text, value) => expect(readPercent(text)).toBe(value));

  it.each([
    ['2.000', 2000],
    ['2000', 2000],
    ['1.250.000', 1_250_000],
    ['2.00', undefined],
    ['2,5', undefined],
    ['abc', undefined],
  ])('reads %j as %j rupiah', (text, value) => expect(readWhole(text)).toBe(value));

  it('become the fields of the calls', () => {
    expect(pricingTypes.map((type) => bodyOf(type, 12))).toEqual([
      { marginPercentCSP: 12, isFixedCSP: false },
      { marginAmountCSP: 12, isFixedCSP: false },
      { committedSellPrice: 12, isFixedCSP: true },
    ]);
  });
});

describe('prices', () => {
  it('are those of the server', () => {
    expect(priceOf('percent', 12, 19_850)).toBe(22_232);
    expect(priceOf('percent', 0.01, 1)).toBe(2);
    expect(priceOf('percent', 0, 999)).toBe(999);
    expect(priceOf('percent', 33.33, 39_601)).toBe(39_601 + 13_200);
    expect(priceOf('margin', 500, 1000)).toBe(1500);
    expect(priceOf('price', 500, 1000)).toBe(500);
  });

  it('round up as exact arithmetic does', () => {
    for (let net = 1; net < 900_000_000; net = net * 3 + 7) {
      for (const points of [1, 25, 333, 1250, 9999]) {
        const up = (BigInt(net) * BigInt(points) + 9999n) / 10_000n;
        expect(priceOf('percent', points / 100, net)).toBe(net + Number(up));
      }
    }
  });
});

describe('messages', () => {
  it.each([
    ['percent', '', 'blank'],
    ['percent', 'abc', 'number'],
    ['percent', '101', 'above'],
    ['percent', '100', null],
    ['margin', '0', null],
    ['margin', '101', null],
    ['margin', '-1', 'below'],
    ['price', '0', 'below'],
  ] as const)('of the bulk form for %s %j: %s', (type, text, problem) => expect(bulkProblem(type, text)).toBe(problem));

  it.each([
    ['percent', '', 'percentMissing'],
    ['margin', ' ', 'amountMissing'],
    ['price', '0', 'zero'],
    ['percent', '0', 'zero'],
    ['percent', '0,00', 'zero'],
    ['margin', '00', 'zero'],
    ['percent', '100,01', 'invalid'],
    ['margin', '-5', 'invalid'],
    ['margin', '5', null],
    ['percent', '0,5', null],
  ] as const)('of one SKU for %s %j: %s', (type, text, problem) => expect(singleProblem(type, text)).toBe(problem));
});

describe('filters', () => {
  const search = { searchQuery: 'a', operatorType: 'mobile', operatorCode: 'TSEL', page: 3 };

  it('lead to the first page; type and status clear the operator', () => {
    expect(filtered(search, { searchQuery: 'b' })).toEqual({ ...search, searchQuery: 'b', page: undefined });
    expect(filtered(search, { sort: 'asc' })).toMatchObject({ operatorCode: 'TSEL', page: undefined });
    expect(filtered(search, { operatorType: 'data' })).toMatchObject({ operatorCode: undefined });
    expect(filtered(search, { active: 'true' })).toMatchObject({ operatorCode: undefined });
  });

  it('offer operators for three types', () => {
    const types = ['mobile', 'data', 'ewallet', 'game', undefined];
    expect(types.map((operatorType) => hasOperators({ operatorType }))).toEqual([true, true, true, false, false]);
  });

  it('keep the selection of other pages', () => {
    expect([...withSelected(new Set(['A']), ['B', 'C'], true)]).toEqual(['A', 'B', 'C']);
    expect([...withSelected(new Set(['A', 'B']), ['B'], false)]).toEqual(['A']);
  });
});
