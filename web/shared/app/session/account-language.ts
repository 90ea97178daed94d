import { followAccount, type Language } from '@shared/i18n/language';
import type { Session } from '@shared/session/session';

function follow(session: Session): void {
  followAccount(session.readStored<Language | null>('language')?.value ?? null);
}

/** Stores the language of the account and applies it; null for the browser's language. */
export function keepAccountLanguage(session: Session, language: Language | null): void {
  session.keep('language', language);
  follow(session);
}

/** Applies the stored language of the account at the start, and the language of the browser when the session ends. */
export function startAccountLanguage(session: Session): void {
  follow(session);
  session.subscribe(() => follow(session));
}
