import { describe, expect, it } from 'vitest';

import {
  canLoad,
  filtersOf,
  hasPaymentFilter,
  holdsSeveralDays,
  listParams,
  neighbours,
  nextPage,
  overAllDates,
  pageSize,
  presetRanges,
  previousPage,
  rangeProblem,
  sumsParams,
  withFilters,
  withQuery,
  withoutScheduledOrder,
} from './order-rules';
import type { OrderSearch } from './order-search';

const rule = { maxSpan: 2, lastDay: '2026-11-21' };
const dates = { dateStart: '2026-11-20', dateEnd: '2026-11-21' };
const oneDay = { dateStart: '2026-11-10', dateEnd: '2026-11-10' };

function rowsFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({ orderId: String(first - index) }));
}

describe('canLoad', () => {
  it.each<[string, OrderSearch, boolean]>([
    ['nothing', {}, false],
    ['both dates', dates, true],
    ['only the first date', { dateStart: '2026-11-20' }, false],
    ['only the last date', { dateEnd: '2026-11-20' }, false],
    ['a search', { query: '#1' }, true],
    ['a search and both dates', { query: '#1', ...dates }, true],
    ['a status alone', { filterType: '5' }, false],
    ['a scheduled order', { scheduledOrderId: '12' }, true],
    [
      'a scheduled order and four days',
      { scheduledOrderId: '12', dateStart: '2026-11-18', dateEnd: '2026-11-21' },
      false,
    ],
    ['three days', { dateStart: '2026-11-19', dateEnd: '2026-11-21' }, true],
    ['four days', { dateStart: '2026-11-18', dateEnd: '2026-11-21' }, false],
    ['tomorrow', { dateStart: '2026-11-21', dateEnd: '2026-11-22' }, false],
    ['swapped days', { dateStart: '2026-11-21', dateEnd: '2026-11-20' }, false],
  ])('%s', (_, search, expected) => {
    expect(canLoad(search, rule)).toBe(expected);
  });
});

describe('rangeProblem', () => {
  it('asks for dates only without a search', () => {
    expect(rangeProblem(null, {}, rule)).toBe('missing');
    expect(rangeProblem(null, { query: '#1' }, rule)).toBeNull();
    expect(rangeProblem({ start: '2026-11-18', end: '2026-11-21' }, { query: '#1' }, rule)).toBe('tooLong');
  });
});

describe('presetRanges', () => {
  it('are the last days of the client, over the end of a month too', () => {
    expect(presetRanges({ maxSpan: 2, lastDay: '2026-12-01' })).toEqual({
      today: { start: '2026-12-01', end: '2026-12-01' },
      yesterday: { start: '2026-11-30', end: '2026-11-30' },
      lastTwoDays: { start: '2026-11-30', end: '2026-12-01' },
    });
  });
});

describe('holdsSeveralDays', () => {
  it.each<[OrderSearch, boolean]>([
    [dates, true],
    [{ dateStart: '2026-11-20', dateEnd: '2026-11-20' }, false],
    [{ query: '#1' }, true],
    [{ ...dates, hour: '2026-11-20T03:00:00Z' }, false],
  ])('%o', (search, several) => expect(holdsSeveralDays(search)).toBe(several));
});

describe('sumsParams', () => {
  it('is the filter of the list without a place in it', () => {
    expect(sumsParams({ ...dates, query: '#1', filterType: '4', hour: 'x', page: 3, before: '9', order: '1' })).toEqual(
      {
        ...dates,
        query: '#1',
        filterType: 4,
        hour: 'x',
      },
    );
  });
});

describe('listParams', () => {
  it('drops what is not set', () => {
    expect(listParams({})).toEqual({});
    expect(listParams({ page: 1 })).toEqual({});
    expect(listParams({ dateStart: '2026-11-20' })).toEqual({});
  });

  it('passes everything on that is set', () => {
    const all: OrderSearch = {
      page: 2,
      query: '$08',
      filterType: '3',
      depositType: 'level_2',
      paymentType: 'deposit',
      scheduledOrderId: '12',
      before: '9',
    };
    expect(listParams({ ...dates, ...all })).toEqual({ ...dates, ...all, filterType: 3 });
  });

  it('follows one cursor', () => {
    expect(listParams({ before: '9', after: '5' })).toEqual({ before: '9' });
    expect(listParams({ after: '5' })).toEqual({ after: '5' });
  });
});

describe('pages', () => {
  const full = rowsFrom(100, pageSize);
  const short = rowsFrom(100, pageSize - 1);

  it('goes on from the last row', () => {
    expect(nextPage(dates, full)).toMatchObject({ ...dates, page: 2, before: '91' });
    expect(nextPage({ page: 2, after: '7' }, full)).toMatchObject({ page: 3, before: '91', after: undefined });
  });

  it('ends at a short page', () => {
    expect(nextPage(dates, short)).toBeNull();
    expect(nextPage(dates, [])).toBeNull();
  });

  it('goes back from the first row, and to the first page without a cursor', () => {
    expect(previousPage({ page: 3, before: '200' }, full)).toMatchObject({ page: 2, after: '100', before: undefined });
    expect(previousPage({ page: 2, before: '200' }, full)).toMatchObject({ page: undefined, before: undefined });
    expect(previousPage({ page: 4 }, [])).toMatchObject({ page: 3, after: undefined });
    expect(previousPage({}, full)).toBeNull();
  });
});

describe('changes of the filters', () => {
  const deep: OrderSearch = { ...dates, query: '#1', filterType: '5', page: 4, before: '9', order: '7' };

  it('start again at the first page', () => {
    const next = withFilters(deep, {
      status: '3',
      walletType: 'level_1',
      range: null,
      hour: null,
      paymentType: 'settlement',
    });
    expect(JSON.parse(JSON.stringify(next))).toEqual({
      query: '#1',
      filterType: '3',
      depositType: 'level_1',
      paymentType: 'settlement',
    });
  });

  it('keep the filters when the search changes', () => {
    expect(JSON.parse(JSON.stringify(withQuery(deep, '  !INV-1 ', rule)))).toEqual({
      ...dates,
      filterType: '5',
      query: '!INV-1',
    });
    expect(withQuery(deep, '   ', rule).query).toBeUndefined();
  });

  it.each<[string, OrderSearch, string, OrderSearch]>([
    ['a search by sign looks at all dates', dates, '#1', { query: '#1' }],
    ['and keeps the other filters', { ...dates, filterType: '5' }, '$08', { query: '$08', filterType: '5' }],
    ['a search without a sign stays in its dates', dates, 'INV-1', { ...dates, query: 'INV-1' }],
    ['a search by sign stays in chosen dates', oneDay, '#1', { ...oneDay, query: '#1' }],
    ['a sign that is added looks at all dates', { ...dates, query: 'INV-1' }, '!INV-1', { query: '!INV-1' }],
    ['a range that narrows a search stays', { ...dates, query: '#1' }, '!2', { ...dates, query: '!2' }],
    ['without a search there are dates again', { query: '#1' }, '', dates],
    ['as there were', { ...dates, query: '#1' }, '', dates],
    [
      'a scheduled order stays',
      { ...dates, scheduledOrderId: '12' },
      'INV-1',
      { ...dates, scheduledOrderId: '12', query: 'INV-1' },
    ],
    ['and needs no dates', { scheduledOrderId: '12', query: '#1' }, '', { scheduledOrderId: '12' }],
  ])('%s', (_, search, query, expected) => {
    expect(JSON.parse(JSON.stringify(withQuery(search, query, rule)))).toEqual(expected);
  });

  it('drop only the dates when searching all dates', () => {
    expect(JSON.parse(JSON.stringify(overAllDates(deep)))).toEqual({ query: '#1', filterType: '5' });
  });

  it.each<[string, OrderSearch, OrderSearch]>([
    ['with the default dates', { scheduledOrderId: '12', filterType: '3' }, { ...dates, filterType: '3' }],
    ['in chosen dates', { ...oneDay, scheduledOrderId: '12', page: 2, before: '9' }, oneDay],
    ['over all dates of a search', { scheduledOrderId: '12', query: '#1' }, { query: '#1' }],
  ])('show other orders than those of a scheduled order %s', (_, search, expected) => {
    expect(JSON.parse(JSON.stringify(withoutScheduledOrder(search, rule)))).toEqual(expected);
  });

  it('are read back from the URL', () => {
    expect(filtersOf(deep)).toEqual({
      status: '5',
      walletType: null,
      range: { start: '2026-11-20', end: '2026-11-21' },
      hour: null,
      paymentType: null,
    });
  });
});

describe('payment filter', () => {
  it.each([
    ['a client with a settlement', { hasSettlement: true }, true, true],
    ['a client without one', { hasSettlement: false }, true, false],
    ['a deployment without settlement', { hasSettlement: true }, false, false],
    ['nobody known yet', undefined, true, false],
  ])('%s', (_, client, flag, shown) => {
    expect(hasPaymentFilter(client, flag)).toBe(shown);
  });
});

describe('neighbours', () => {
  const rows = ['3', '2', '1'].map((orderId) => ({ orderId }));
  it.each([
    ['3', undefined, '2'],
    ['2', '3', '1'],
    ['1', '2', undefined],
    ['9', undefined, undefined],
  ])('of %s', (orderId, up, down) => expect(neighbours(rows, orderId)).toEqual({ up, down }));
});
