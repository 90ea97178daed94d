import { storageKey } from '@shared/config/app-name';

/** The methods of the browser's storage that the session uses. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/**
 * Returns the browser's storage, or a store in memory if the browser denies access (blocked cookies throw). The user is
 * then signed in until the tab closes.
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
