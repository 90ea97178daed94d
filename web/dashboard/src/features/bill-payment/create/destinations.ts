/** A number to buy for. `id`, `name` and `code` are those of its contact; empty for an unsaved number. */
export interface Destination {
  destinationNo: string;
  id: string;
  name: string;
  code?: string;
}

/** Most destinations of an order (server's limit). */
export const mostDestinations = 10_000;

/** Operator types whose numbers are mobile numbers, with several ways to write each. */
const mobileTypes = new Set(['mobile', 'mobile_postpaid', 'data', 'ewallet', 'ewallet_inquiry']);

/** Whether the numbers of an operator type are mobile numbers. */
export function takesMobileNumbers(operatorType: string): boolean {
  return mobileTypes.has(operatorType);
}

/**
 * Converts a number to the form in which the server stores it: without separators, mobile numbers as 08… The server has
 * the last word.
 */
export function normalised(number: string, operatorType: string): string {
  const text = number.trim().replaceAll(/\s+/gu, ' ');
  const digits = text.replace(/^\+/u, '').replaceAll(/[ \-.()]/gu, '');
  if (!/^\d+$/u.test(digits)) return text;
  if (!takesMobileNumbers(operatorType)) return operatorType.startsWith('electricity') ? digits : text;
  if (digits.startsWith('628')) return `0${digits.slice(2)}`;
  return digits.startsWith('8') ? `0${digits}` : digits;
}

/** Splits a text into numbers: commas, semicolons, tabs and line breaks separate. */
export function numbersIn(text: string): string[] {
  return text.split(/[,;\t\n\r]/u).filter((number) => number.trim() !== '');
}

/** Adds destinations to a list. Numbers that it has already are merged: a known contact replaces an unsaved number. */
export function merged(
  list: readonly Destination[],
  added: readonly Destination[],
): { list: Destination[]; duplicates: number } {
  const places = new Map(list.map(({ destinationNo }, place) => [destinationNo, place]));
  const next = [...list];
  let duplicates = 0;
  for (const destination of added) {
    const place = places.get(destination.destinationNo);
    if (place === undefined) {
      places.set(destination.destinationNo, next.length);
      next.push(destination);
    } else {
      duplicates += 1;
      if (destination.id !== '') next[place] = destination;
    }
  }
  return { list: next, duplicates };
}
