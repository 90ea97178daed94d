import { describe, expect, it } from 'vitest';

import { detailRows } from './detail-rows';

describe('the facts of an entry', () => {
  it('stand before and after, name by name', () => {
    const detail = { before: { limit: 5, active: true }, after: { limit: 7, days: 3 }, key: 'k' };
    expect(detailRows(detail)).toEqual([
      { name: 'limit', before: '5', after: '7' },
      { name: 'active', before: 'true', after: '—' },
      { name: 'days', before: '—', after: '3' },
      { name: 'key', before: undefined, after: 'k' },
    ]);
  });

  it('are one row of two plain values, and values alone otherwise', () => {
    expect(detailRows({ before: 'open', after: '' })).toEqual([{ name: '', before: 'open', after: '—' }]);
    expect(detailRows({ ids: [1, 2] })).toEqual([{ name: 'ids', before: undefined, after: '[1,2]' }]);
    expect(detailRows({})).toEqual([]);
  });
});
