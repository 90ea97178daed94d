/** A number to buy for. `id`, `name` and `code` are those of its contact; empty for an unsaved number. */
export interface Destination {
  /** As it was given, without blanks. The server's check says which number it stands for. */
  destinationNo: string;
  id: string;
  name: string;
  code?: string;
  /** The line of the CSV file that it stands on. */
  line?: number;
}

/** A number that was given again. */
export type Duplicate = Pick<Destination, 'destinationNo' | 'name' | 'line'>;

/** Most destinations of an order (server's limit). */
export const mostDestinations = 10_000;

/** Operator types whose numbers are mobile numbers, with several ways to write each. */
const mobileTypes = new Set(['mobile', 'mobile_postpaid', 'data', 'ewallet', 'ewallet_inquiry']);

/** Whether the numbers of an operator type are mobile numbers. */
export function takesMobileNumbers(operatorType: string): boolean {
  return mobileTypes.has(operatorType);
}

// They come with numbers from messengers and spreadsheets.
const hiddenMarks = /\p{Cf}/gu;
const blanks = /[\p{Z}\p{Cc}]+/gu;
const plainNumber = /^\+?[\d(][\d ()-]*$/u;
const indonesian = /^(?:\+?62|0062|0)?(?=8)/u;

/** A text without hidden marks, and with one kind of blank. */
export function visibleText(text: string): string {
  return text.replaceAll(hiddenMarks, '').replaceAll(blanks, ' ').trim();
}

/**
 * Brings a number into the form in which the list keeps it, so that the usual writings of one number are one line. It
 * changes only what can't mean anything else: the server judges all the rest, and has to see it as it was given.
 */
export function normalised(number: string, operatorType: string): string {
  const text = visibleText(number);
  if (!plainNumber.test(text)) return text;
  const digits = text.replaceAll(/[ ()-]/gu, '');
  if (takesMobileNumbers(operatorType)) return digits.replace(indonesian, '0');
  return operatorType.startsWith('electricity') ? digits : text;
}

/** Splits a text into numbers: commas, semicolons, tabs and line breaks separate. */
export function numbersIn(text: string): string[] {
  return text.split(/[,;\t\n\r]/u).filter((number) => visibleText(number) !== '');
}

/** Adds destinations to a list. Numbers that it has already are merged: a known contact replaces an unsaved number. */
export function merged(
  list: readonly Destination[],
  added: readonly Destination[],
): { list: Destination[]; duplicates: Duplicate[] } {
  const indexes = new Map(list.map(({ destinationNo }, index) => [destinationNo, index]));
  const next = [...list];
  const duplicates: Duplicate[] = [];
  for (const destination of added) {
    const index = indexes.get(destination.destinationNo);
    if (index === undefined) {
      indexes.set(destination.destinationNo, next.length);
      next.push(destination);
    } else {
      const { destinationNo, name, line } = destination;
      duplicates.push({ destinationNo, name, ...(line !== undefined && { line }) });
      if (destination.id !== '') next[index] = { ...next[index], ...destination };
    }
  }
  return { list: next, duplicates };
}
