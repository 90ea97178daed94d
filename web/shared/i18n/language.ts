import { useSyncExternalStore } from 'react';

import { storageKey } from '@shared/config/app-name';
import { browserStorage } from '@shared/session/storage';

/** The languages of the interface. The first one is the default. */
export const languages = ['en', 'id'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

const key = storageKey('language');
const storage = browserStorage();
const listeners = new Set<() => void>();

/** Returns the language that was chosen in this browser, otherwise that of the browser; English if it is neither. */
function browserLanguage(): Language {
  const storedLanguage = storage.getItem(key);
  if (storedLanguage === 'en' || storedLanguage === 'id') return storedLanguage;
  return /^id\b/iu.test(navigator.language) ? 'id' : 'en';
}

let accountLanguage: Language | null = null;
let current = browserLanguage();
document.documentElement.lang = current;

/** Returns the current language. */
export function currentLanguage(): Language {
  return current;
}

/** Stores the language of this browser, for all its tabs. The language of a signed-in account has precedence. */
export function setLanguage(language: Language): void {
  storage.setItem(key, language);
  applyLanguage();
}

/** Sets the language of the signed-in account; null for that of the browser. */
export function followAccount(language: Language | null): void {
  accountLanguage = language;
  applyLanguage();
}

function applyLanguage(): void {
  const language = accountLanguage ?? browserLanguage();
  if (language === current) return;
  current = language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

// Another tab changed the language or cleared the storage.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key) applyLanguage();
});

/** Calls the listener when the language changes, here or in another tab. Returns how to stop. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current language. Renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}
