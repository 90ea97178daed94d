import * as z from 'zod/mini';

import { isDay } from '@shared/format/calendar-day';

/** A calendar day `YYYY-MM-DD`; other values are dropped. */
export function isoDate() {
  return z.catch(z.optional(z.string().check(z.refine(isDay))), undefined);
}

function isMoment(given: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u.test(given) && !Number.isNaN(Date.parse(given));
}

/** A time in UTC, `YYYY-MM-DDThh:mm:ssZ`; other values are dropped. */
export function isoMoment() {
  return z.catch(z.optional(z.string().check(z.refine(isMoment))), undefined);
}

/** One of the given words; other values are dropped. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.catch(z.optional(z.enum(words)), undefined);
}

/** Text of at most `max` characters; longer and empty text is dropped. */
export function text(max = 100) {
  return z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(max))), undefined);
}

/** The highest page number that the server accepts. */
const lastPage = 100_000;

/** A page number from 1; other values are dropped. */
export function pageNumber() {
  return z.catch(z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(lastPage))), undefined);
}

/** A search text, cut to `max` characters and without control characters, which the server refuses. */
export function searchText(max: number) {
  const clean = (given: string) =>
    given
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, max) || undefined;
  return z.catch(z.optional(z.pipe(z.string(), z.transform(clean))), undefined);
}
