import { ApiProblem } from '@shared/api/problem';
import { displayZone, formatUntil } from '@shared/format/local-time';
import { currentLanguage } from '@shared/i18n/language';
import { textsNow } from '@shared/i18n/texts';

import { errorTexts } from './error-texts';

/** Returns when a refused call may be tried again, such as "14:32 WIB"; undefined if the answer did not say. */
export function retryTime(error: unknown, now = new Date()): string | undefined {
  if (!(error instanceof ApiProblem) || !error.retryAt) return undefined;
  return formatUntil(error.retryAt, now, displayZone(undefined, now), currentLanguage());
}

/** Returns the sentence with that time: "Try again after 14:32 WIB". */
export function retrySentence(error: unknown): string | undefined {
  const time = retryTime(error);
  return time === undefined ? undefined : textsNow(errorTexts).retryAfter(time);
}
