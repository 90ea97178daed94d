import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

import { storageKey } from '@shared/config/app-name';

/** The languages of a shop. The first one is the default, whatever the browser speaks. */
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
    return window.localStorage.getItem(key) === 'en' ? 'en' : 'id';
  } catch {
    return 'id';
  }
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
  const setLanguage = useCallback((chosen: Language) => {
    store(chosen);
    change(chosen);
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
