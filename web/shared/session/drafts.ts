import { storageKey } from '@shared/config/app-name';

// A draft belongs to its tab, so that two tabs don't write over each other's input.
const prefix = storageKey('draft.');
const signOutKey = storageKey('signedOutAt');

/** Returns the stored draft of a form, or undefined. */
export function readDraft(name: string): unknown {
  try {
    const text = sessionStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // storage is off or was changed by hand
  }
}

/** Stores the draft of a form, so that a reload of the page keeps it. */
export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Storage is off or full: a reload loses the draft, nothing else.
  }
}

/** Removes the draft of a form. */
export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Storage is off: there is nothing to remove.
  }
}

function forgetAll(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is off: there is nothing to remove.
  }
}

/** Removes the drafts of all tabs, when the user signs out. A session that ends by itself leaves them. */
export function forgetDraftsEverywhere(): void {
  forgetAll();
  try {
    localStorage.setItem(signOutKey, String(Date.now())); // tells the other tabs
  } catch {
    // Without storage there are no drafts.
  }
}

/** Removes the drafts of this tab when the user signs out in another one. */
export function followSignOut(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === signOutKey) forgetAll();
  });
}
