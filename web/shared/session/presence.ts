/** A user counts as present for this long after their last input, in milliseconds. */
export const presenceTime = 60_000;

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let touchedAt = Date.now();

for (const touch of touches) {
  globalThis.addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

/**
 * Returns the header that tells the server whether a user is present. Calls that the page makes by itself must not keep
 * the session of an abandoned screen alive.
 */
export function presenceHeaders(): Record<string, string> {
  return Date.now() - touchedAt < presenceTime ? {} : { 'Loket-Unattended': '1' };
}
