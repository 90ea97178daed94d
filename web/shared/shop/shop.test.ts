import { expect, it } from 'vitest';

import { contrastRatio, type Hsl, isHex, nearestReadable, readableRatio, readColour, toHex, toHslText } from './colour';
import {
  isReadyMessage,
  previewAddress,
  previewMessage,
  previewQuery,
  previewScreens,
  readPreviewMessage,
  readPreviewQuery,
  readyMessage,
} from './preview';
import { defaultTheme, maxButtonRadius, readTheme, readThemeParts, themeColours } from './theme';

function colour(text: string): Hsl {
  const read = readColour(text);
  if (!read) throw new Error(`${text} is no colour`);
  return read;
}

/** Colours from all over the cube, the same in each run. */
function* sampleHex(count: number) {
  for (let i = 0, seed = 7; i < count; i += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield `#${(seed % 16_777_216).toString(16).padStart(6, '0')}`;
  }
}

it('keeps every #RRGGBB through the form of themes', () => {
  for (const hex of [
    '#000000',
    '#ffffff',
    '#1890ff',
    '#0c45e1',
    '#808080',
    '#fffffe',
    '#010000',
    ...sampleHex(20_000),
  ]) {
    expect(toHex(colour(toHslText(colour(hex))))).toBe(hex);
  }
});

it.each([
  ['#1890FF', '208.83 100% 54.71%'],
  ['209 100% 55%', '209 100% 55%'],
  ['360 0% 100%', '360 0% 100%'],
])('reads %s', (text, expected) => {
  expect(toHslText(colour(text))).toBe(expected);
});

it.each([
  '',
  'red',
  '#fff',
  '#1890ff0',
  '#12345g',
  '1890ff',
  '361 0% 0%',
  '0 101% 0%',
  '0 0% 101%',
  '0 0 0',
  '-1 0% 0%',
  '1e2 0% 0%',
  '0 0% 0%;background:url(//x)',
  'url(//x)',
  ' #1890ff',
  '#1890ff\n',
  '209, 100%, 55%',
  7,
  null,
  undefined,
  {},
])('%j is no colour', (text) => {
  expect(readColour(text)).toBeNull();
});

it('computes the contrast ratio of the standard', () => {
  expect(contrastRatio(colour('#000000'), colour('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrastRatio(colour('#777777'), colour('#ffffff'))).toBeCloseTo(4.48, 2);
  expect(contrastRatio(colour('#ffffff'), colour('#0c45e1'))).toBeCloseTo(7.1, 1);
});

it('finds the nearest readable colour of the same hue on any ground', () => {
  const samples = [...sampleHex(600)].map(colour);
  for (const [index, text] of samples.entries()) {
    const ground = samples[(index * 31 + 5) % samples.length] ?? text;
    const readable = colour(toHex(nearestReadable(text, ground)));
    expect(contrastRatio(readable, ground)).toBeGreaterThanOrEqual(readableRatio);
    const nearest = nearestReadable(text, ground);
    expect([nearest.h, nearest.s]).toEqual([text.h, text.s]);
    // One step back towards the colour is not readable: it is the nearest one.
    const before = { ...nearest, l: nearest.l - Math.sign(nearest.l - text.l) * 0.5 };
    expect(nearest.l === text.l || contrastRatio(before, ground) < readableRatio).toBe(true);
  }
  // No colour reaches 20 on grey: the better end of the scale.
  expect(nearestReadable(colour('#777777'), colour('#777777'), 20).l).toBe(0);
});

it('completes a theme and takes nothing but numbers from it', () => {
  const theme = readTheme({ primary: '#ff0000', card: 'url(//x)', buttonRadius: 51, other: '#000000' });
  expect(theme).toEqual({ ...defaultTheme, primary: '0 100% 50%' });
  expect(readThemeParts({ buttonRadius: maxButtonRadius, primary: 7 })).toEqual({ buttonRadius: maxButtonRadius });
  expect(readThemeParts({ buttonRadius: Number.NaN })).toEqual({});
  expect(Object.keys(defaultTheme).toSorted()).toEqual([...themeColours, 'buttonRadius'].toSorted());
});

it('has a default theme whose texts are readable', () => {
  for (const [text, ground] of [
    ['foreground', 'background'],
    ['cardForeground', 'card'],
    ['mutedForeground', 'background'],
    ['accentForeground', 'accent'],
    ['primaryTextButton', 'primaryBgButton'],
    ['secondaryTextButton', 'secondaryBgButton'],
  ] as const) {
    expect(contrastRatio(colour(defaultTheme[text]), colour(defaultTheme[ground]))).toBeGreaterThanOrEqual(
      readableRatio,
    );
  }
});

it('writes a preview address that reads back', () => {
  const theme = { ...defaultTheme, card: toHslText(colour('#123456')), buttonRadius: 4 };
  const address = new URL(previewAddress('https://shop.example', 'majujaya', 'product_detail', theme));
  expect(address.pathname).toBe('/majujaya/example');
  expect([...address.searchParams.keys()]).toEqual([
    'isFromExternalDashboard',
    'primaryBgButton',
    'secondaryBgButton',
    'primaryTextButton',
    'secondaryTextButton',
    'primary',
    'foreground',
    'background',
    'card',
    'buttonRadius',
  ]);
  expect(readTheme(readPreviewQuery(address.search) ?? {})).toEqual(theme);
  expect(previewAddress('', '', 'home', theme)).toMatch(/^\/example\?/u);
});

it('reads of a query only what is valid', () => {
  expect(readPreviewQuery('?primary=%231890ff')).toBeNull();
  expect(isHex('#1890ff')).toBe(true);
  const query = '?isFromExternalDashboard=true&primary=red&card=209+100%25+55%25&buttonRadius=1e1&chart1=%23ffffff';
  expect(readPreviewQuery(previewQuery(defaultTheme))).toHaveProperty('card', defaultTheme.card);
  expect(readPreviewQuery(query)).toEqual({ card: '209 100% 55%' });
  expect(readPreviewQuery('?isFromExternalDashboard=true&buttonRadius=50')).toEqual({ buttonRadius: 50 });
});

it('reads of a message only parts of the right shape', () => {
  expect(previewScreens).toEqual(['home', 'product_detail']);
  expect(isReadyMessage(readyMessage())).toBe(true);
  expect(isReadyMessage('loket-shop-ready')).toBe(false);
  const banner = { name: 'banner 1', image: 'blob:x', href: '' };
  const groups = [{ type: 'game', label: 'Game', operators: [{ code: 'ml', name: 'Mobile Legends' }] }];
  const message = previewMessage('home', {
    name: 'Maju',
    theme: defaultTheme,
    banners: [banner],
    popular: ['ml'],
    groups,
  });
  expect(readPreviewMessage(message)).toEqual(message);
  const partly = {
    type: 'loket-shop-preview',
    screen: 'home',
    data: { name: 7, popular: 'ml', banners: [{}], logo: 'x', groups: [7] },
  };
  expect(readPreviewMessage(partly)).toEqual({ ...partly, data: { logo: 'x' } });
  for (const other of [
    null,
    'x',
    [],
    { type: 'loket-shop-preview', screen: 'cart', data: {} },
    { ...message, type: 'x' },
  ]) {
    expect(readPreviewMessage(other)).toBeNull();
  }
});
