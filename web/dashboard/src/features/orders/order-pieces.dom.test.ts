import { describe, expect, it } from 'vitest';

import { orderCopyText, productName, referenceText } from './order-copy';
import { emptyRemedy, emptySentence } from './list/order-empty';
import type { Order } from './order-queries';
import { hasPaymentFilter } from './order-rules';
import type { OrderSearch } from './order-search';
import { statusOfId, statusTone } from './order-status';
import { openTab, orderTabs } from './order-tabs';
import { ordersTexts } from './orders-texts';

const order: Order = {
  orderId: '2611211432410100042',
  clientRef: 'INV-88213',
  productCode: 'PLN100',
  productName: 'Token PLN 100.000',
  reference: {},
  walletType: 'level_1',
  destinationNo: '320144778120',
  price: 100_450,
  status: 'success',
  refunded: false,
  paymentType: 'deposit',
  createdAt: '2026-11-21T07:32:15Z',
  updatedAt: '2026-11-21T07:32:16Z',
};

describe('orderCopyText', () => {
  it.each([
    ['en', 'Asia/Jakarta', ['Time: 21 Nov 2026, 14:32:15 WIB', 'Order ID: 2611211432410100042']],
    ['id', 'Asia/Jayapura', ['Waktu: 21 Nov 2026, 16:32:15 WIT', 'ID Order: 2611211432410100042']],
  ] as const)('in %s and %s', (language, zone, lines) => {
    const text = orderCopyText(order, ordersTexts[language].copyText, zone, language);
    expect(text.split('\n').slice(0, 2)).toEqual(lines);
    expect(text.split('\n')[2]).toContain('Token PLN 100.000');
    expect(text.split('\n')[3]).toContain('320144778120');
  });

  it('falls back to the code of a product without a name', () => {
    expect(productName({ ...order, productName: '' })).toBe('PLN100');
  });
});

describe('referenceText', () => {
  it.each([
    [{}, ''],
    [{ mobile: 'TSEL' }, 'mobile: TSEL'],
    [{ name: 'SITI', power: 'R1/1300' }, 'name: SITI · power: R1/1300'],
    [{ name: '', zone: '2041' }, 'zone: 2041'],
  ])('%o', (reference, text) => {
    expect(referenceText(reference, ordersTexts.en.reference)).toBe(text);
  });

  it('names its parts in the language of the page, as the receipt does', () => {
    const { reference } = ordersTexts.id;
    expect(referenceText({ name: 'SITI', period: 'Nov 2026', kwh: '64' }, reference)).toBe(
      'nama: SITI · periode: Nov 2026 · kwh: 64',
    );
  });
});

describe('states', () => {
  it.each([
    ['5', 'pending', 'waiting'],
    ['4', 'success', 'done'],
    ['3', 'failed', 'failed'],
  ] as const)('id %s is %s and looks %s', (id, status, tone) => {
    expect(statusOfId(id)).toBe(status);
    expect(statusTone(status)).toBe(tone);
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

describe('tabs', () => {
  it('show Report only with its user option', () => {
    expect(orderTabs(true)).toEqual(['list', 'export', 'report']);
    expect(orderTabs(false)).toEqual(['list', 'export']);
  });

  it.each([
    [undefined, true, 'list'],
    ['export', false, 'export'],
    ['report', true, 'report'],
    ['report', false, 'list'],
    ['nowhere', true, 'list'],
  ] as const)('%s with report %s opens %s', (type, withReport, tab) => {
    expect(openTab(type, withReport)).toBe(tab);
  });
});

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
