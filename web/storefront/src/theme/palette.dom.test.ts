import { expect, it } from 'vitest';

import { contrastRatio, type Hsl, readColour, toHslText } from '@shared/shop/colour';
import { defaultTheme, readTheme } from '@shared/shop/theme';

import { applyPalette } from './apply-palette';
import { darkPalette, lightPalette, type Palette } from './palette';
import palettes from './palettes.json';

const themes = {
  default: defaultTheme,
  'pale header': readTheme({ card: '#ffee99', primary: '#ffee00' }),
  'black buttons': readTheme({
    primaryBgButton: '#000000',
    secondaryBgButton: '#ffffff',
    secondaryTextButton: '#111111',
  }),
  'all grey': readTheme({ card: '#777777', primary: '#777777', background: '#eeeeee', foreground: '#222222' }),
  'dark already': readTheme({ background: '#101418', foreground: '#f0f0f0', card: '#000000' }),
  vivid: readTheme({ card: '#ff0000', primary: '#00ff00', background: '#fffff0', foreground: '#330033' }),
};
const cases = Object.entries(themes);

/** Returns the pairs whose contrast is below the ratio. */
function unreadable(palette: Palette, texts: readonly (readonly [keyof Palette, keyof Palette])[], ratio = 4.5) {
  return texts.filter(([text, ground]) => contrastRatio(palette[text], palette[ground]) < ratio);
}

const derivedTexts = [
  ['quiet', 'ground'],
  ['link', 'ground'],
  ['error', 'ground'],
  ['headerText', 'header'],
  ['headerQuiet', 'header'],
  ['accentMark', 'accent'],
] as const;

it.each(cases)('%s: what is derived is readable, in both versions', (_name, theme) => {
  for (const palette of [lightPalette(theme), darkPalette(theme)]) {
    expect(unreadable(palette, derivedTexts)).toEqual([]);
    expect(unreadable(palette, [['control', 'ground']], 3)).toEqual([]);
  }
});

it.each(cases)('%s: the dark version is dark and its texts are readable', (_name, theme) => {
  const dark = darkPalette(theme);
  expect(dark.ground.l).toBeLessThan(12);
  const texts = [
    ['text', 'ground'],
    ['text', 'accent'],
    ['payText', 'pay'],
    ['secondText', 'second'],
  ] as const;
  expect(unreadable(dark, texts)).toEqual([]);
});

it('shows what the client chose as given', () => {
  const given: Record<string, Hsl | null> = {};
  const theme = readTheme({
    background: '#fffff0',
    foreground: '#cccccc',
    card: '#123456',
    primaryBgButton: '#ff00ff',
  });
  for (const name of ['background', 'foreground', 'card', 'primaryBgButton', 'primaryTextButton'] as const) {
    given[name] = readColour(theme[name]);
  }
  const { ground, text, header, pay, payText } = lightPalette(theme);
  expect([ground, text, header, pay, payText]).toEqual(Object.values(given));
});

it('sets variables from numbers alone', () => {
  const root = document.createElement('div');
  applyPalette(root, lightPalette(defaultTheme), 16, 'light');
  expect(root.style.getPropertyValue('--shop-header-text')).toBe('hsl(0 0% 100%)');
  expect(root.style.getPropertyValue('--shop-button-radius')).toBe('16px');
  for (const colour of Object.values(lightPalette(defaultTheme))) {
    expect(toHslText(colour)).toMatch(/^[\d.]+ [\d.]+% [\d.]+%$/u);
  }
});

/** The values of the variables, by their names after `--shop-`. */
function variables(palette: Palette): Record<string, string> {
  const root = document.createElement('div');
  applyPalette(root, palette, 16, 'light');
  const names = Object.keys(palette).map((name) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`));
  return Object.fromEntries(names.map((name) => [name, root.style.getPropertyValue(`--shop-${name}`).slice(4, -1)]));
}

// The server computes the same colours for what shows before the scripts run, and its tests read the same file.
it.each(palettes)('$name: has the colours that the server writes into the page', ({ theme, light, dark }) => {
  expect(variables(lightPalette(readTheme(theme)))).toEqual(light);
  expect(variables(darkPalette(readTheme(theme)))).toEqual(dark);
});
