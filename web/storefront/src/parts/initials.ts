/** Returns the first letters of the first two words that have one, in capitals. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => word.match(/^./u)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('id');
}

/** Returns the hue of a code, 0 to 359: always the same one, and different ones for codes that are alike. */
export function hueOf(code: string): number {
  let hash = 0;
  for (const letter of code) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (Math.imul(hash, 2_654_435_761) >>> 16) % 360;
}
