/** The part of the browser's storage that the session needs. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The browser's storage, or memory where the browser refuses it (blocked cookies throw on access). Signed in until
 * the tab closes is better than a page that can't start.
 */
export function browserStorage(): TextStorage {
  try {
    const probe = 'loket.probe';
    window.localStorage.setItem(probe, probe);
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}
