import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

import { storageKey } from '@shared/config/app-name';

/** The languages of a shop. */
export type Language = 'id' | 'en';

/** The texts of a part of the shop. Both languages have the same keys. */
export type Texts<Tree> = Record<Language, Tree>;

interface Choice {
  language: Language;
  setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<Choice>({ language: 'id', setLanguage: () => undefined });
const key = storageKey('language');

/** In a sandboxed frame the browser refuses its storage. */
function stored(): Language {
  try {
    const storedLanguage = window.localStorage.getItem(key);
    if (storedLanguage === 'en' || storedLanguage === 'id') return storedLanguage;
  } catch {
    // The browser's language holds.
  }
  return preferred(navigator.languages);
}

/**
 * The first language of the browser that the shop speaks. Shops are Indonesian first: so is a browser that names neither.
 * `in` is what old browsers call Indonesian.
 */
export function preferred(languages: readonly string[]): Language {
  const first = languages
    .map((tag) => tag.toLowerCase().split('-')[0] ?? '')
    .find((tag) => tag === 'id' || tag === 'in' || tag === 'en');
  return first === 'en' ? 'en' : 'id';
}

function store(language: Language): void {
  try {
    window.localStorage.setItem(key, language);
  } catch {
    // The choice holds for this page.
  }
}

/** Keeps the language of the shop, in this browser. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, change] = useState(stored);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const setLanguage = useCallback((next: Language) => {
    store(next);
    change(next);
  }, []);
  const choice = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

/** Returns the language and how to change it. */
export function useLanguage(): Choice {
  return useContext(LanguageContext);
}

/** Returns the texts in the current language. */
export function useTexts<Tree>(texts: Texts<Tree>): Tree {
  return texts[useLanguage().language];
}
