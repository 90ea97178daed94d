import { readColour, toHslText } from './colour';

/** The colours of a shop's theme. */
export const themeColours = [
  'primary',
  'primaryForeground',
  'foreground',
  'background',
  'card',
  'cardForeground',
  'ring',
  'input',
  'border',
  'muted',
  'mutedForeground',
  'accent',
  'accentForeground',
  'popover',
  'popoverForeground',
  'secondary',
  'secondaryForeground',
  'destructive',
  'destructiveForeground',
  'chart1',
  'chart2',
  'chart3',
  'chart4',
  'chart5',
  'primaryBgButton',
  'primaryTextButton',
  'secondaryBgButton',
  'secondaryTextButton',
] as const;
export type ThemeColour = (typeof themeColours)[number];

/** The theme of a shop: colours as `H S% L%`, the radius of its buttons in whole pixels. */
export type Theme = Record<ThemeColour, string> & { buttonRadius: number };

/** The greatest radius of buttons, in pixels. */
export const maxButtonRadius = 50;

/** The dark blue theme of a client that chose nothing. The server has the same one. */
export const defaultTheme: Theme = themeOf({
  primary: '#1890ff',
  primaryForeground: '#ffffff',
  foreground: '#000000',
  background: '#ffffff',
  card: '#0f2970',
  cardForeground: '#ffffff',
  ring: '#1890ff',
  input: '#838c9f',
  border: '#e4e7ed',
  muted: '#f5f6f9',
  mutedForeground: '#616b80',
  accent: '#ebf0fe',
  accentForeground: '#0c3fcb',
  popover: '#ffffff',
  popoverForeground: '#000000',
  secondary: '#e2e9fc',
  secondaryForeground: '#0c45e1',
  destructive: '#ae2318',
  destructiveForeground: '#ffffff',
  chart1: '#0c45e1',
  chart2: '#178a5b',
  chart3: '#c47f06',
  chart4: '#d63b2f',
  chart5: '#788dc5',
  primaryBgButton: '#0c45e1',
  primaryTextButton: '#ffffff',
  secondaryBgButton: '#e2e9fc',
  secondaryTextButton: '#0c45e1',
});

/**
 * Completes a theme that came from elsewhere: each colour is read as numbers and written anew, and what is missing or
 * is no colour comes from the base.
 */
export function readTheme(given: Readonly<Record<string, unknown>>, base: Theme = defaultTheme): Theme {
  return { ...base, ...readThemeParts(given) };
}

/** Returns those values of a theme that are valid, as themes keep them. */
export function readThemeParts(given: Readonly<Record<string, unknown>>): Partial<Theme> {
  const parts: Partial<Theme> = {};
  for (const name of themeColours) {
    const colour = readColour(given[name]);
    if (colour) parts[name] = toHslText(colour);
  }
  const radius = given.buttonRadius;
  if (typeof radius === 'number' && Number.isInteger(radius) && radius >= 0 && radius <= maxButtonRadius)
    parts.buttonRadius = radius;
  return parts;
}

function themeOf(colours: Record<ThemeColour, string>): Theme {
  const texts = Object.entries(colours).map(([name, hex]) => {
    const colour = readColour(hex);
    if (!colour) throw new Error(`${name} is no colour`);
    return [name, toHslText(colour)];
  });
  // All names are there: the parameter's type says so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...(Object.fromEntries(texts) as Record<ThemeColour, string>), buttonRadius: 16 };
}
