import * as z from 'zod/mini';

import { isDay } from '@shared/format/calendar-day';

/** A calendar day `YYYY-MM-DD`; anything else is absent. */
export function isoDate() {
  return z.catch(z.optional(z.string().check(z.refine(isDay))), undefined);
}

function isMoment(given: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u.test(given) && !Number.isNaN(Date.parse(given));
}

/** A moment in UTC, `YYYY-MM-DDThh:mm:ssZ`; anything else is absent. */
export function isoMoment() {
  return z.catch(z.optional(z.string().check(z.refine(isMoment))), undefined);
}

/** One of the given words; anything else is absent. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.catch(z.optional(z.enum(words)), undefined);
}

/** Free text of at most `max` characters; longer or empty text is absent. */
export function text(max = 100) {
  return z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(max))), undefined);
}

/** What every list takes as its last page; further ones would only be refused. */
const lastPage = 100_000;

/** Number of a page from 1; anything else is absent. */
export function pageNumber() {
  return z.catch(z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(lastPage))), undefined);
}

/** What somebody searches for, at most `max` characters of it, without control characters: the server takes none. */
export function searchText(max: number) {
  const clean = (given: string) =>
    given
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, max) || undefined;
  return z.catch(z.optional(z.pipe(z.string(), z.transform(clean))), undefined);
}
