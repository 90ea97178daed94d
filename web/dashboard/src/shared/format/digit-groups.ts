const groupSize = 4;
const onlyDigits = /^\d+$/;

/**
 * Splits a number into groups of four from the left, as one reads it aloud.
 * Anything with a letter or a sign in it stays whole: 'INV-88213' has its own rhythm.
 */
export function digitGroups(text: string): readonly string[] {
  if (!onlyDigits.test(text) || text.length <= groupSize) return [text];
  const groups: string[] = [];
  for (let start = 0; start < text.length; start += groupSize) {
    groups.push(text.slice(start, start + groupSize));
  }
  return groups;
}
