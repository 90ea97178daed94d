import * as z from 'zod/mini';

/** A whole number of the URL between `min` and `max`; anything else is `fallback`. */
export function integer(fallback: number, min = 1, max = Number.MAX_SAFE_INTEGER) {
  const digits = z.coerce.number<string | number>().check(z.int(), z.gte(min), z.lte(max));
  return z._default(z.catch(digits, fallback), fallback);
}

function isDay(given: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(given)) return false;
  const day = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
}

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

/** Words joined by commas; unknown ones are dropped, none at all is absent. */
export function commaList<const Word extends string>(words: readonly Word[]) {
  const known = (word: string): word is Word => (words as readonly string[]).includes(word);
  const list = z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) => {
      const found = (typeof given === 'string' ? given.split(',') : given).filter(known);
      return found.length > 0 ? [...new Set(found)] : undefined;
    }),
  );
  return z.catch(z.optional(list), undefined);
}

/** Free text of at most `max` characters; longer or empty text is absent. */
export function text(max = 100) {
  return z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(max))), undefined);
}
