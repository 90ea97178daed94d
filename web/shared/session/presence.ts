import { storageKey } from '@shared/config/app-name';

import { browserStorage } from './storage';

/** A user counts as present for this long after their last input, in milliseconds. */
export const presenceTime = 60_000;

/** How often the last use is stored for the other tabs, in milliseconds. */
const storeEvery = 10_000;

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const usedKey = storageKey('usedAt');
const storage = browserStorage();

let touchedAt = Date.now();
let usedAt = 0;
let storedAt = 0;

for (const touch of touches) {
  globalThis.addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

/** Reports whether the user has just touched the page. */
export function isPresent(): boolean {
  return Date.now() - touchedAt < presenceTime;
}

/** Returns when a present user last made a call, in this tab or another one, in milliseconds since 1970. */
export function lastUse(): number {
  return Math.max(usedAt, Number(storage.getItem(usedKey)));
}

/**
 * Returns the header that tells the server whether a user is present. Calls that the page makes by itself must not keep
 * the session of an abandoned screen alive.
 */
export function presenceHeaders(): Record<string, string> {
  if (!isPresent()) return { 'Loket-Unattended': '1' };
  usedAt = Date.now();
  if (usedAt - storedAt >= storeEvery) {
    storedAt = usedAt;
    storage.setItem(usedKey, String(usedAt));
  }
  return {};
}
