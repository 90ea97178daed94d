import { storageKey } from '@shared/config/app-name';

/** The part of the browser's storage that the session needs. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/**
 * The browser's storage, or memory where the browser refuses it (blocked cookies throw on access). Signed in until
 * the tab closes is better than a page that can't start.
 */
export function browserStorage(): TextStorage {
  try {
    const probe = storageKey('probe');
    const { localStorage } = window;
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
      keys: () => Object.keys(localStorage),
    };
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
      keys: () => [...memory.keys()],
    };
  }
}
