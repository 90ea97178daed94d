import { useSyncExternalStore } from 'react';

import { storageKey } from '@shared/config/app-name';
import { browserStorage } from '@shared/session/storage';

/** The languages of the dashboard, the first one the default. */
export const languages = ['en', 'id'] as const;
/** A language of the dashboard. */
export type Language = (typeof languages)[number];

/** Names of the languages, each in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

const key = storageKey('language');
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

/** Switches the language of every open tab and keeps the choice. */
export function setLanguage(language: Language): void {
  storage.setItem(key, language);
  speak(language);
}

function speak(language: Language): void {
  if (language === current) return;
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

// Another tab switched, or somebody emptied the storage.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key) speak(stored());
});

/** Calls back when the language changed, here or in another tab. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language in force, kept up to date. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}
