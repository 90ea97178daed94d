import { describe, expect, it } from 'vitest';

import { defaultOrderRange } from './default-order-range';

describe('default order range', () => {
  it('is yesterday and today in the client’s zone, not in UTC', () => {
    const lateInJakarta = new Date('2026-11-20T18:30:00Z');
    expect(defaultOrderRange('Asia/Jakarta', lateInJakarta)).toEqual({
      dateStart: '2026-11-20',
      dateEnd: '2026-11-21',
    });
    expect(defaultOrderRange('UTC', lateInJakarta)).toEqual({ dateStart: '2026-11-19', dateEnd: '2026-11-20' });
  });

  it('takes Asia/Jakarta where the zone is unknown', () => {
    const now = new Date('2026-01-01T01:00:00Z');
    const expected = { dateStart: '2025-12-31', dateEnd: '2026-01-01' };
    expect(defaultOrderRange(undefined, now)).toEqual(expected);
    expect(defaultOrderRange('Nowhere/Land', now)).toEqual(expected);
  });
});
