import { expect, it } from 'vitest';

import type { ShopProduct } from '@shared/shop/shop-data';

import { purchaseOf } from './purchase';

const nominal = { code: 'ml86', denom: '86 Diamonds', price: 21_500, description: '' };
const product: ShopProduct = {
  operator: { code: 'ml', name: 'Mobile Legends', type: 'game' },
  fields: [{ name: 'userId' }, { name: 'zoneId' }],
  nominals: [nominal],
};

it('is complete with a nominal and each field of the game', () => {
  expect(purchaseOf(product, { userId: ' 5512 ', zoneId: '2041', number: '08' }, 'ml86')).toEqual({
    nominal,
    destination: { userId: '5512', zoneId: '2041' },
  });
});

it('says what is missing', () => {
  expect(purchaseOf(product, { userId: '  ' }, 'gone')).toEqual({ fields: ['userId', 'zoneId'], nominal: true });
  expect(purchaseOf(product, { userId: '5512', zoneId: '2041' }, '')).toEqual({ fields: [], nominal: true });
  expect(purchaseOf(product, { userId: '5512' }, 'ml86')).toEqual({ fields: ['zoneId'], nominal: false });
});
