import { isDay } from '@shared/format/calendar-day';

/** Reads the value of a search parameter. Returns undefined if it is missing or bad. */
type Field<Value> = (given: unknown) => Value | undefined;

/**
 * Makes the schema of a page's search parameters. It drops bad and unknown values and never throws. A dropped value is
 * undefined rather than left out, because the router would use the raw value otherwise.
 */
export function searchSchema<Fields extends Record<string, Field<unknown>>>(fields: Fields) {
  type Search = { [Name in keyof Fields]?: ReturnType<Fields[Name]> };
  return {
    parse(search: Record<string, unknown>): Search {
      const read = Object.entries(fields).map(([name, field]) => [name, field(search[name])] as const);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names
      return Object.fromEntries(read) as Search;
    },
  };
}

/** Text that passes a test; other values are dropped. */
export function textThat(passes: (text: string) => boolean): Field<string> {
  return (given) => (typeof given === 'string' && passes(given) ? given : undefined);
}

/** A calendar day `YYYY-MM-DD`; other values are dropped. */
export function isoDate(): Field<string> {
  return textThat(isDay);
}

function isMoment(given: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u.test(given) && !Number.isNaN(Date.parse(given));
}

/** A time in UTC, `YYYY-MM-DDThh:mm:ssZ`; other values are dropped. */
export function isoMoment(): Field<string> {
  return textThat(isMoment);
}

/** One of the given words; other values are dropped. */
export function oneOf<const Word extends string>(values: readonly Word[]): Field<Word> {
  return (given) => values.find((value) => value === given);
}

/** Text of at most `max` characters; longer and empty text is dropped. */
export function text(max = 100): Field<string> {
  return textThat((given) => given.length > 0 && given.length <= max);
}

/** The highest page number that the server accepts. */
const lastPage = 100_000;

/** A page number from 1; other values are dropped. */
export function pageNumber(): Field<number> {
  return (given) => {
    const page = Number(given);
    return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : undefined;
  };
}

/** A search text, cut to `max` characters and without control characters, which the server refuses. */
export function searchText(max: number): Field<string> {
  return (given) => {
    if (typeof given !== 'string') return undefined;
    const clean = given.replaceAll(/\p{Cc}/gu, ' ').trim();
    return clean.slice(0, max) || undefined;
  };
}
