const groupSize = 4;
const onlyDigits = /^\d+$/;

/** A part of a number and where it starts in it. */
export interface DigitGroup {
  start: number;
  digits: string;
}

/**
 * Splits a number into groups of four from the left, as one reads it aloud.
 * Anything with a letter or a sign in it stays whole: 'INV-88213' has its own rhythm.
 */
export function digitGroups(text: string): readonly DigitGroup[] {
  if (!onlyDigits.test(text) || text.length <= groupSize) return [{ start: 0, digits: text }];
  const groups: DigitGroup[] = [];
  for (let start = 0; start < text.length; start += groupSize) {
    groups.push({ start, digits: text.slice(start, start + groupSize) });
  }
  return groups;
}
