/** A colour by numbers: hue 0 to 360, saturation and lightness 0 to 100. */
export interface Hsl {
  h: number;
  s: number;
  l: number;
}

type Rgb = [red: number, green: number, blue: number];

const hexForm = /^#[\da-f]{6}$/iu;
const hslForm = /^(\d{1,3}(?:\.\d{1,4})?) (\d{1,3}(?:\.\d{1,4})?)% (\d{1,3}(?:\.\d{1,4})?)%$/u;

/** The ratio that text needs on its ground (WCAG 2.2, level AA). */
export const readableRatio = 4.5;

/** Reports whether the text has the form `#RRGGBB`. */
export function isHex(text: string): boolean {
  return hexForm.test(text);
}

/**
 * Reads a colour of the form `#RRGGBB` or `H S% L%`, such as `209 100% 55%`. Any other text, and numbers out of range,
 * give null.
 */
export function readColour(text: unknown): Hsl | null {
  if (typeof text !== 'string') return null;
  if (isHex(text)) return hslOf(channelsOf(text));
  const [h, s, l] = (hslForm.exec(text) ?? []).slice(1).map(Number);
  if (h === undefined || s === undefined || l === undefined || h > 360 || s > 100 || l > 100) return null;
  return { h, s, l };
}

/** Returns `#rrggbb`. */
export function toHex(colour: Hsl): string {
  return `#${rgbOf(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/**
 * Returns the form in which themes keep colours: `209 100% 55%`. It has two decimals at most, so that every `#RRGGBB`
 * comes back as it was.
 */
export function toHslText({ h, s, l }: Hsl): string {
  return `${decimals(h)} ${decimals(s)}% ${decimals(l)}%`;
}

/** Returns the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrastRatio(one: Hsl, other: Hsl): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * Returns the colour of the same hue and saturation with the nearest lightness that is readable on the ground. A
 * readable colour is returned as it is.
 */
export function nearestReadable(text: Hsl, ground: Hsl, ratio = readableRatio): Hsl {
  if (contrastRatio(text, ground) >= ratio) return text;
  const step = 0.5;
  for (let distance = step; distance <= 100; distance += step) {
    for (const l of [text.l - distance, text.l + distance]) {
      const candidate = { ...text, l };
      if (l >= 0 && l <= 100 && contrastRatio(candidate, ground) >= ratio) return candidate;
    }
  }
  // No lightness between the steps is enough: the better end of the scale.
  const black = { ...text, l: 0 };
  const white = { ...text, l: 100 };
  return contrastRatio(black, ground) >= contrastRatio(white, ground) ? black : white;
}

function decimals(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function eachOf([r, g, b]: Rgb, change: (channel: number) => number): Rgb {
  return [change(r), change(g), change(b)];
}

function channelsOf(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function hslOf(channels: Rgb): Hsl {
  const [r, g, b] = eachOf(channels, (channel) => channel / 255);
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const chroma = max - min;
  const l = (max + min) / 2;
  if (chroma === 0) return { h: 0, s: 0, l: l * 100 };
  let sector = (r - g) / chroma + 4;
  if (max === r) sector = ((g - b) / chroma + 6) % 6;
  else if (max === g) sector = (b - r) / chroma + 2;
  return { h: sector * 60, s: (chroma / (1 - Math.abs(2 * l - 1))) * 100, l: l * 100 };
}

/** Returns the channels as a screen shows them: whole numbers, 0 to 255. */
function rgbOf({ h, s, l }: Hsl): Rgb {
  const reach = (s / 100) * Math.min(l / 100, 1 - l / 100);
  const channel = (offset: number) => {
    const k = (offset + h / 30) % 12;
    return Math.round((l / 100 - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255);
  };
  return [channel(0), channel(8), channel(4)];
}

/** Relative luminance, of the channels that the screen shows. */
function luminance(colour: Hsl): number {
  const [r, g, b] = eachOf(rgbOf(colour), (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
