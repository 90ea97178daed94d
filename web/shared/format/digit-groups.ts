const groupSize = 4;
const onlyDigits = /^\d+$/;

/** A group of digits and its start index. */
export interface DigitGroup {
  start: number;
  digits: string;
}

/**
 * Splits a number into groups of four from the left. A text with letters or signs, such as 'INV-88213', is one group.
 */
export function digitGroups(text: string): readonly DigitGroup[] {
  if (!onlyDigits.test(text) || text.length <= groupSize) return [{ start: 0, digits: text }];
  const groups: DigitGroup[] = [];
  for (let start = 0; start < text.length; start += groupSize) {
    groups.push({ start, digits: text.slice(start, start + groupSize) });
  }
  return groups;
}
