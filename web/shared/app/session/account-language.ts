import { followAccount, type Language } from '@shared/i18n/language';

import { session } from '@/session/session';

function follow(): void {
  followAccount(session.kept<Language | null>('language')?.value ?? null);
}

/** Stores the language of the account and applies it; null for the browser's language. */
export function keepAccountLanguage(language: Language | null): void {
  session.keep('language', language);
  follow();
}

/** Applies the stored language of the account at the start, and the language of the browser when the session ends. */
export function startAccountLanguage(): void {
  follow();
  session.subscribe(follow);
}
