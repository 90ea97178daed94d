import { expect, it } from 'vitest';

import { defaultTheme } from '@shared/shop/theme';

import { keepDraft } from '@/browser-storage/checkout-draft';
import { openedPage } from './opened-page';
import { hueOf, initialsOf } from './parts/initials';
import { addressOf, homeLocation, readHomeLocation, screenInPath } from './location';
import { mergePreview } from './preview/merge-preview';
import { readShopData } from './read-shop-data';

const shop = JSON.stringify({
  code: 'maju',
  name: 'Maju',
  theme: { card: '0 100% 20%', primary: 'red' },
  preview: false,
});
const query = '?isFromExternalDashboard=true&card=%23000000&primary=url(x)';

it('reads what the server wrote, and completes its theme', () => {
  const data = readShopData(shop, query);
  // Only a preview takes colours from its address.
  expect(data.theme).toEqual({ ...defaultTheme, card: '0 100% 20%' });
  expect(data).toMatchObject({
    code: 'maju',
    groups: [],
    popular: [],
    banners: [],
    preview: false,
    events: false,
    dashboardOrigin: '',
  });
});

it('shows examples in a preview, in the theme of its address', () => {
  const data = readShopData('{"code":"maju","preview":true}', query);
  expect(data.theme).toEqual({ ...defaultTheme, card: '0 0% 0%' });
  expect(data).toMatchObject({ code: 'maju', name: 'Contoh Toko' });
  expect(readShopData('__LOKET_SHOP__', '')).toMatchObject({ preview: true, theme: defaultTheme });
});

it('keeps in a preview what a message leaves out', () => {
  const before = readShopData('{"preview":true}', query);
  const after = mergePreview(before, { name: 'Ana', theme: { primary: '120 50% 50%' } });
  expect(after).toEqual({ ...before, name: 'Ana', theme: { ...before.theme, primary: '120 50% 50%' } });
  expect(mergePreview(after, {})).toEqual(after);
});

it('writes a place that reads back', () => {
  const location = { group: 'mobile', search: 'a&b' };
  expect(addressOf('/maju', location)).toBe('/maju?group=mobile&q=a%26b');
  expect(readHomeLocation('?group=mobile&q=a%26b')).toEqual(location);
  expect(addressOf('/maju', homeLocation)).toBe('/maju');
  expect(readHomeLocation('')).toEqual(homeLocation);
});

it.each([
  ['/maju', { name: 'home' }],
  ['/maju/', { name: 'home' }],
  ['/maju/mobile%20legends', { name: 'product', operator: 'mobile legends' }],
  ['/maju/%E0%A4%A', { name: 'home' }],
  ['/maju/checkout', { name: 'checkout' }],
  ['/maju/help', { name: 'help' }],
  ['/maju/orders/q2n5w7', { name: 'order', token: 'q2n5w7' }],
  ['/maju/orders', { name: 'orders' }],
])('%s is %j', (path, screen) => {
  expect(screenInPath(path)).toEqual(screen);
});

it('makes initials and colours of any name', () => {
  expect(['Maju Games', 'valorant', '  \u{1F600} free-fire max', '', '123'].map(initialsOf)).toEqual([
    'MG',
    'V',
    'FF',
    '',
    '1',
  ]);
  const hues = ['ML', 'MM', 'ML1', 'ML2', ''].map(hueOf);
  expect(new Set(hues.slice(0, 4)).size).toBe(4);
  expect(hues.every((hue) => hue >= 0 && hue < 360)).toBe(true);
  // The server writes the same ones into its first HTML (internal/api/shop/pages/palette_test.go).
  expect(['MLBB', 'FF', 'STEAM', 'é漢'].map(hueOf)).toEqual([76, 40, 237, 4]);
  expect(['Mobile Legends', 'by.U', '', 'éa 7x 9'].map(initialsOf)).toEqual(['ML', 'BU', '', 'É7']);
});

it('names the page that was opened, with what is checked out', () => {
  const operator = { code: 'ML', name: 'Mobile Legends', type: 'game' };
  const page = readShopData('{"code":"maju"}');
  expect(openedPage(page, '/maju')).toEqual({ name: 'home' });
  expect(openedPage({ ...page, product: { operator, fields: [], nominals: [] } }, '/maju/ML')).toEqual({
    name: 'product',
    operator,
  });
  expect(openedPage(page, '/maju/orders/q2n5w7')).toEqual({ name: 'order' });
  expect(openedPage(page, '/maju/orders')).toEqual({ name: 'order' });
  expect(openedPage(page, '/maju/checkout')).toEqual({ name: 'checkout' });
  const nominal = { code: 'ML86', denom: '86 Diamonds', price: 21_500, description: '' };
  keepDraft('maju', { operator, nominal, destination: { userId: '5512' } });
  expect(openedPage(page, '/maju/checkout')).toEqual({ name: 'checkout', operator, product: 'ML86' });
  expect(openedPage({ ...page, code: 'other' }, '/other/checkout')).toEqual({ name: 'checkout' });
});
