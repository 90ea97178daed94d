import { describe, expect, it } from 'vitest';

import { orderCopyText, productName, referenceText } from './order-copy';
import type { Order } from './order-queries';
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
