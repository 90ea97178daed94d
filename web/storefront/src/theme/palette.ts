import { contrastRatio, type Hsl, nearestReadable, readableRatio, readColour } from '@shared/shop/colour';
import { defaultTheme, type Theme, type ThemeColour } from '@shared/shop/theme';

/** The colours that the pages of the shop use. */
export interface Palette {
  /** Of the page. */
  ground: Hsl;
  text: Hsl;
  quiet: Hsl;
  /** Hairlines. */
  line: Hsl;
  /** Between the parts of a page. */
  band: Hsl;
  /** Borders of fields. */
  control: Hsl;
  header: Hsl;
  headerText: Hsl;
  headerQuiet: Hsl;
  /** Links and marks. */
  link: Hsl;
  /** Behind icons and what is chosen. */
  accent: Hsl;
  accentMark: Hsl;
  pay: Hsl;
  payText: Hsl;
  second: Hsl;
  secondText: Hsl;
  error: Hsl;
}

/** Borders and marks need this contrast (WCAG 2.2, 1.4.11). */
const markRatio = 3;

/**
 * Returns the colours of a theme as given. What a client cannot choose, and links and marks, get the nearest readable
 * colour of the same hue.
 */
export function lightPalette(theme: Theme): Palette {
  const ground = of(theme, 'background');
  const text = of(theme, 'foreground');
  const header = of(theme, 'card');
  return {
    ...derived(ground, text, header, theme),
    pay: of(theme, 'primaryBgButton'),
    payText: of(theme, 'primaryTextButton'),
    second: of(theme, 'secondaryBgButton'),
    secondText: of(theme, 'secondaryTextButton'),
  };
}

/** Returns the dark version of a theme. A theme with a dark ground is its own dark version. */
export function darkPalette(theme: Theme): Palette {
  const given = lightPalette(theme);
  if (isDark(given.ground)) return given;
  const hue = of(theme, 'card');
  const ground = { h: hue.h, s: Math.min(hue.s, 30), l: 8 };
  const text = { h: hue.h, s: Math.min(hue.s, 20), l: 93 };
  const header = { h: hue.h, s: Math.min(hue.s, 60), l: Math.min(hue.l, 18) };
  const pay = nearestReadable(given.pay, ground, markRatio);
  const second = { ...given.second, l: Math.min(given.second.l, 22), s: Math.min(given.second.s, 60) };
  return {
    ...derived(ground, text, header, theme),
    pay,
    payText: nearestReadable(given.payText, pay),
    second,
    secondText: nearestReadable(given.secondText, second),
  };
}

function derived(ground: Hsl, text: Hsl, header: Hsl, theme: Theme) {
  const headerText = nearestReadable(of(theme, 'cardForeground'), header);
  const primary = of(theme, 'primary');
  const accent = blend(ground, { ...primary, s: Math.min(primary.s, 80) }, isDark(ground) ? 0.2 : 0.1);
  return {
    ground,
    text,
    quiet: nearestReadable(blend(ground, text, 0.66), ground),
    line: blend(ground, text, 0.12),
    band: blend(ground, text, 0.04),
    control: nearestReadable(blend(ground, text, 0.4), ground, markRatio),
    header,
    headerText,
    headerQuiet: nearestReadable(blend(header, headerText, 0.8), header),
    link: nearestReadable(primary, ground),
    accent,
    accentMark: nearestReadable(primary, accent),
    error: nearestReadable(of(theme, 'destructive'), ground),
  };
}

function of(theme: Theme, name: ThemeColour): Hsl {
  return readColour(theme[name]) ?? readColour(defaultTheme[name]) ?? { h: 0, s: 0, l: 0 };
}

function isDark(colour: Hsl): boolean {
  return contrastRatio(colour, { h: 0, s: 0, l: 100 }) >= readableRatio;
}

/** Moves the lightness of one colour towards another, by a share from 0 to 1, in the hue of the other. */
function blend(from: Hsl, to: Hsl, share: number): Hsl {
  return { h: to.s === 0 ? from.h : to.h, s: to.s === 0 ? from.s : to.s, l: from.l + (to.l - from.l) * share };
}
