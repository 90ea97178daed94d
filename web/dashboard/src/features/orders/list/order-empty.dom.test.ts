import { describe, expect, it } from 'vitest';

import type { OrderSearch } from '../order-search';
import { ordersTexts } from '../orders-texts';
import { emptyRemedy, emptySentence } from './order-empty';

describe('an empty list', () => {
  const dates = { dateStart: '2026-11-20', dateEnd: '2026-11-21' };

  it.each<[OrderSearch, string, string, string]>([
    [dates, 'last-days', 'Nothing was ordered on 20 – 21 Nov 2026.', 'Tidak ada order pada 20 – 21 Nov 2026.'],
    [
      { ...dates, filterType: '3', depositType: 'level_2' },
      'clear-filters',
      'Nothing failed on 20 – 21 Nov 2026 in wallet Level 2.',
      'Tidak ada yang gagal pada 20 – 21 Nov 2026 di dompet Level 2.',
    ],
    [
      { ...dates, query: '#1', filterType: '5' },
      'all-dates',
      'Nothing is pending for ‘#1’ on 20 – 21 Nov 2026.',
      'Tidak ada yang tertunda untuk ‘#1’ pada 20 – 21 Nov 2026.',
    ],
    [
      { ...dates, hour: '2026-11-20T03:00:00Z', filterType: '3' },
      'all-hours',
      'Nothing failed on 20 Nov 2026, 10:00–11:00 WIB.',
      'Tidak ada yang gagal pada 20 Nov 2026, 10:00–11:00 WIB.',
    ],
    [
      { scheduledOrderId: '12' },
      'other-orders',
      'Nothing was ordered by scheduled order 12.',
      'Tidak ada order dari order terjadwal 12.',
    ],
    [
      { ...dates, scheduledOrderId: '12' },
      'all-dates',
      'Nothing was ordered by scheduled order 12 on 20 – 21 Nov 2026.',
      'Tidak ada order dari order terjadwal 12 pada 20 – 21 Nov 2026.',
    ],
    [{ query: '!A' }, 'clear-search', 'Nothing was ordered for ‘!A’.', 'Tidak ada order untuk ‘!A’.'],
    [
      { ...dates, paymentType: 'settlement', page: 2 },
      'first-page',
      'Nothing was ordered on 20 – 21 Nov 2026 paid by Settlement.',
      'Tidak ada order pada 20 – 21 Nov 2026 dibayar dengan Settlement.',
    ],
  ])('with %o offers %s', (search, remedy, english, indonesian) => {
    expect(emptyRemedy(search)).toBe(remedy);
    expect(emptySentence(search, ordersTexts.en, 'en', 'Asia/Jakarta')).toBe(english);
    expect(emptySentence(search, ordersTexts.id, 'id', 'Asia/Jakarta')).toBe(indonesian);
  });
});
