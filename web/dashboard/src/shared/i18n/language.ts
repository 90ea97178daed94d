import { useSyncExternalStore } from 'react';

import { browserStorage } from '@/shared/session/storage';

/** The languages of the dashboard, the first one the default. */
export const languages = ['en', 'id'] as const;
/** A language of the dashboard. */
export type Language = (typeof languages)[number];

/** Names of the languages, each in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

const key = 'loket.language';
const storage = browserStorage();
const listeners = new Set<() => void>();

function stored(): Language {
  return storage.getItem(key) === 'id' ? 'id' : 'en';
}

let current = stored();
document.documentElement.lang = current;

/** The language in force. */
export function currentLanguage(): Language {
  return current;
}

/** Switches the language of the page and keeps the choice. */
export function setLanguage(language: Language): void {
  current = language;
  storage.setItem(key, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language in force, kept up to date. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}
