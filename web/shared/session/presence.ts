/** How long after the last touch somebody counts as sitting before the page, in milliseconds. */
export const attention = 60_000;

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let touchedAt = Date.now();

for (const touch of touches) {
  globalThis.addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

/**
 * The headers that tell the server whether anybody sits before the page. What a page asks by itself, because something
 * changed, must not keep the session of a screen that was left alone from ending.
 */
export function presenceHeaders(): Record<string, string> {
  return Date.now() - touchedAt < attention ? {} : { 'Loket-Unattended': '1' };
}
