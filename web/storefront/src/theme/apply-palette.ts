import { type Hsl, toHslText } from '@shared/shop/colour';

import type { Palette } from './palette';

/** Sets the colours and the radius of buttons as variables of the page. All values are made from numbers. */
export function applyPalette(
  root: HTMLElement,
  palette: Palette,
  buttonRadius: number,
  scheme: 'light' | 'dark',
): void {
  for (const [name, colour] of Object.entries(palette)) root.style.setProperty(variableOf(name), cssOf(colour));
  root.style.setProperty('--shop-button-radius', `${buttonRadius}px`);
  root.style.colorScheme = scheme;
}

/** `headerText` is `--shop-header-text`. */
function variableOf(name: string): string {
  return `--shop-${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

function cssOf(colour: Hsl): string {
  return `hsl(${toHslText(colour)})`;
}
