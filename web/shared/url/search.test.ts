import { describe, expect, it } from 'vitest';

import { parseSearch, stringifySearch } from './search-codec';
import { isoDate, isoMoment, oneOf, searchSchema, text } from './search-fields';

describe('search codec', () => {
  it.each([
    ['?query=9007199254740993123', { query: '9007199254740993123' }],
    ['?query=081290447120', { query: '081290447120' }],
    ['?query=true&page=2', { query: 'true', page: '2' }],
    ['?query=%23123%20%26%20x', { query: '#123 & x' }],
    ['?status=pending,failed', { status: 'pending,failed' }],
    ['', {}],
  ])('reads %s as plain text', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected);
  });

  it('survives a round trip with every digit', () => {
    const search = { query: '$081290447120', page: 3, status: ['pending', 'failed'], on: true };
    expect(stringifySearch(search)).toBe('?query=%24081290447120&page=3&status=pending,failed&on=true');
    expect(parseSearch(stringifySearch(search))).toMatchObject({ query: '$081290447120', page: '3' });
  });

  it('leaves out what is null, undefined or empty', () => {
    expect(stringifySearch({ a: null, b: undefined, c: '', d: [] })).toBe('');
  });
});

describe('search fields', () => {
  const schema = searchSchema({
    day: isoDate(),
    hour: isoMoment(),
    tab: oneOf(['list', 'export']),
    query: text(5),
  });

  it('take what is right', () => {
    const given = { day: '2026-11-21', hour: '2026-11-21T03:00:00Z', tab: 'list', query: '#1' };
    expect(schema.parse(given)).toEqual(given);
  });

  it.each([
    { day: '2026-02-30', hour: '2026-02-30T99:00:00Z', tab: 'x', query: 'too long' },
    { day: '21-11-2026', hour: '2026-11-21T03:00:00+07:00', tab: '', query: '' },
    { day: 'today', hour: '2026-11-21' },
    {},
  ])('fall back for %j', (given) => {
    // Each field is there, or the router would use the raw value.
    expect(schema.parse(given)).toStrictEqual({ day: undefined, hour: undefined, tab: undefined, query: undefined });
  });
});
