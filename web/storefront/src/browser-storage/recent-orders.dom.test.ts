import { expect, it } from 'vitest';

import { storageKey } from '@shared/config/app-name';

import { forgetOrders, readOrders, rememberOrder } from './recent-orders';

it('keeps the ten newest orders of a shop, each once', () => {
  for (let n = 1; n <= 12; n += 1) rememberOrder('maju', { link: `/maju/orders/t${n}`, product: `Order ${n}` });
  rememberOrder('maju', { link: '/maju/orders/t5', product: 'Order 5' });
  const links = readOrders('maju').map(({ link }) => link.replace('/maju/orders/', ''));
  expect(links).toEqual(['t5', 't12', 't11', 't10', 't9', 't8', 't7', 't6', 't4', 't3']);
  expect(readOrders('other')).toEqual([]);
  forgetOrders('maju');
  expect(readOrders('maju')).toEqual([]);
});

it('leaves out what is no order of this shop', () => {
  const order = { link: '/maju/orders/t1', product: 'Order', at: '2026-11-25T07:00:00Z' };
  const foreign = [
    { ...order, link: 'javascript:alert(1)' },
    { ...order, link: '/other/orders/t1' },
    { link: order.link },
    7,
  ];
  localStorage.setItem(storageKey('maju.orders'), JSON.stringify([order, ...foreign]));
  expect(readOrders('maju')).toEqual([order]);
  localStorage.setItem(storageKey('maju.orders'), '{');
  expect(readOrders('maju')).toEqual([]);
});
