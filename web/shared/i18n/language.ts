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

/** What was chosen in this browser, otherwise what the browser itself speaks; English stands for every other language. */
function browserLanguage(): Language {
  const chosen = storage.getItem(key);
  if (chosen === 'en' || chosen === 'id') return chosen;
  return /^id\b/iu.test(navigator.language) ? 'id' : 'en';
}

let ofAccount: Language | null = null;
let current = browserLanguage();
document.documentElement.lang = current;

/** The language in force. */
export function currentLanguage(): Language {
  return current;
}

/** Chooses the language of this browser for every open tab. The language of a signed-in user goes before it. */
export function setLanguage(language: Language): void {
  storage.setItem(key, language);
  speak();
}

/** Speaks the language of the signed-in user; null leaves it to the browser. */
export function followAccount(language: Language | null): void {
  ofAccount = language;
  speak();
}

function speak(): void {
  const language = ofAccount ?? browserLanguage();
  if (language === current) return;
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

// Another tab chose, or somebody emptied the storage.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key) speak();
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
