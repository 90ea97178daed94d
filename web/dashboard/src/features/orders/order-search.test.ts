import { describe, expect, it } from 'vitest';

import { orderSearchSchema } from './order-search';

const id = '2611211432410100042';

describe('orderSearchSchema', () => {
  it.each([
    ['nothing', {}, {}],
    ['a page', { page: '3' }, { page: 3 }],
    ['page zero', { page: '0' }, {}],
    ['a negative page', { page: '-2' }, {}],
    ['half a page', { page: '1.5' }, {}],
    ['a page in words', { page: 'two' }, {}],
    ['an empty page', { page: '' }, {}],
    ['a page without end', { page: '1e99' }, {}],
    ['a search', { query: ' #2611 ' }, { query: '#2611' }],
    ['an empty search', { query: '   ' }, {}],
    ['a search of what no text holds', { query: '\u0000\u001F' }, {}],
    ['a search with a line break', { query: '#2611\n' }, { query: '#2611' }],
    ['a search longer than a number holds', { query: '9007199254740993123' }, { query: '9007199254740993123' }],
    ['leading zeros', { query: '$0812' }, { query: '$0812' }],
    ['days', { dateStart: '2026-11-20', dateEnd: '2026-11-21' }, { dateStart: '2026-11-20', dateEnd: '2026-11-21' }],
    ['a day that does not exist', { dateStart: '2026-02-30', dateEnd: '2026-03-01' }, { dateEnd: '2026-03-01' }],
    ['a day in another form', { dateStart: '20/11/2026' }, {}],
    ['pending', { filterType: '5' }, { filterType: '5' }],
    ['an unknown status', { filterType: '9' }, {}],
    ['a status in words', { filterType: 'pending' }, {}],
    ['a wallet type', { depositType: 'level_1' }, { depositType: 'level_1' }],
    ['an unknown wallet type', { depositType: '<b>' }, {}],
    ['settlement', { paymentType: 'settlement' }, { paymentType: 'settlement' }],
    ['an unknown payment type', { paymentType: 'cash' }, {}],
    ['cursors', { before: id, after: id }, { before: id, after: id }],
    ['a cursor with letters', { before: '12x' }, {}],
    ['a scheduled order', { scheduledOrderId: '12' }, { scheduledOrderId: '12' }],
    ['a scheduled order in words', { scheduledOrderId: 'twelve' }, {}],
    ['an open order', { order: id }, { order: id }],
    ['what it does not know', { colour: 'red', page: '2' }, { page: 2 }],
    ['values of the wrong kind', { page: null, query: 7, dateStart: ['x'], before: {} }, {}],
  ])('%s', (_, input, expected) => {
    const parsed = orderSearchSchema.parse(input);
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(expected);
  });
});
