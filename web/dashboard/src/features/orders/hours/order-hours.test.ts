import { describe, expect, it } from 'vitest';

import { hourMarks, hourTitle, hourTotals } from './order-hours';

describe('hours', () => {
  const hours = [
    { hour: '2026-11-20T00:00:00+07:00', success: 2, pending: 0, failed: 1 },
    { hour: '2026-11-20T06:00:00+07:00', success: 3, pending: 1, failed: 0 },
    { hour: '2026-11-21T00:00:00+07:00', success: 0, pending: 0, failed: 0 },
  ];

  it('adds up', () => {
    expect(hourTotals(hours)).toEqual({ success: 5, pending: 1, failed: 1 });
    expect(hourTotals(undefined)).toBeUndefined();
  });

  it('is named in the zone of the screen, in the words of the language', () => {
    expect(hourTitle('2026-08-20T23:00:00+07:00', 'Asia/Jakarta', 'id')).toBe('20 Agu 2026, 23:00–00:00 WIB');
    expect(hourTitle('2026-11-20T23:00:00+07:00', 'Asia/Jayapura', 'en')).toBe('21 Nov 2026, 01:00–02:00 WIT');
  });

  it('marks days and every sixth hour', () => {
    expect(hourMarks(hours, 'Asia/Jakarta', 'en')).toEqual([
      { column: 0, text: '20 Nov', strong: true },
      { column: 1, text: '06', strong: false },
      { column: 2, text: '21 Nov', strong: true },
    ]);
    expect(hourMarks(hours.slice(0, 1), 'Asia/Jayapura', 'en')).toEqual([{ column: 0, text: '20 Nov', strong: true }]);
  });
});
