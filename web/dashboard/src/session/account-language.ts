import { followAccount, type Language } from '@shared/i18n/language';

import { session } from './session';

function follow(): void {
  followAccount(session.kept<Language | null>('language')?.value ?? null);
}

/** Keeps the language of the signed-in user's account over a reload, and has the page speak it. Null is the browser's. */
export function keepAccountLanguage(language: Language | null): void {
  session.keep('language', language);
  follow();
}

/** Has the page speak the kept language from its start on, whatever another tab keeps, and none after the session. */
export function startAccountLanguage(): void {
  follow();
  session.subscribe(follow);
}
