import {
  contrastRatio,
  isHex,
  nearestReadable,
  readableRatio,
  readColour,
  toHex,
  toHslText,
} from '@shared/shop/colour';
import type { Theme, ThemeColour } from '@shared/shop/theme';

/** The colours of the colour form (docs/product/shop.md#look). */
export const colorColors = ['primary', 'foreground', 'background', 'card'] as const satisfies ThemeColour[];

/** The colours of the button form. */
export const buttonColors = [
  'primaryBgButton',
  'primaryTextButton',
  'secondaryBgButton',
  'secondaryTextButton',
] as const satisfies ThemeColour[];

/** What is typed in the colour form: valid or not. */
export type ColorHexes = Record<(typeof colorColors)[number], string>;

/** What is typed in the button form. */
export type ButtonHexes = Record<(typeof buttonColors)[number], string> & { radius: number };

/** Returns colours of a theme as #rrggbb. */
export function hexesOf<Name extends ThemeColour>(theme: Theme, names: readonly Name[]): Record<Name, string> {
  const pairs = names.map((name) => {
    const read = readColour(theme[name]);
    return [name, read ? toHex(read) : '#000000'];
  });
  // Object.fromEntries forgets the names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(pairs) as Record<Name, string>;
}

/** Reports whether all colours of a form are of the form #RRGGBB. */
export function isComplete(hexes: Record<string, string | number>): boolean {
  return Object.values(hexes).every((value) => typeof value === 'number' || isHex(value));
}

/** Returns the theme with those colours of the form that are valid, and with texts that are readable on them. */
export function withColors(theme: Theme, hexes: ColorHexes): Theme {
  const next = taken(theme, hexes, colorColors);
  return {
    ...next,
    ring: next.primary,
    popover: next.background,
    popoverForeground: next.foreground,
    cardForeground: readableOn(next.card),
    primaryForeground: readableOn(next.primary),
  };
}

/** Returns the theme with those values of the form that are valid. */
export function withButtons(theme: Theme, buttons: ButtonHexes): Theme {
  return { ...taken(theme, buttons, buttonColors), buttonRadius: buttons.radius };
}

function taken<Name extends ThemeColour>(theme: Theme, hexes: Record<Name, string>, names: readonly Name[]): Theme {
  const next = { ...theme };
  for (const name of names) {
    const read = isHex(hexes[name]) ? readColour(hexes[name]) : null;
    if (read) next[name] = toHslText(read);
  }
  return next;
}

/** White, or the nearest colour to it that is readable on the ground. */
function readableOn(ground: string): string {
  const read = readColour(ground);
  const white = { h: 0, s: 0, l: 100 };
  return toHslText(read ? nearestReadable(white, read) : white);
}

/** The ratio of a text that is hard to read, such as '4.5', and the nearest readable colour. Null: it is fine. */
export function contrastProblem(text: string, ground: string): { ratio: string; readable: string } | null {
  const [one, other] = [readColour(text), readColour(ground)];
  if (!one || !other || !isHex(text) || !isHex(ground)) return null;
  const ratio = contrastRatio(one, other);
  if (ratio >= readableRatio) return null;
  // Cut, not rounded: 4.46 must not be shown as 4.5.
  const shown = String(Math.floor(ratio * 10) / 10);
  return { ratio: shown, readable: toHex(nearestReadable(one, other)) };
}
