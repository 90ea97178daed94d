import { storageKey } from '@shared/config/app-name';

import type { HandleError } from './error-handler';

const chunkReloadKey = storageKey('chunkReload');
const chunkReloadPause = 60_000;

/** Reports whether an error is harmless: browsers report a ResizeObserver loop as an error. */
function isNoise(message: string): boolean {
  return message.startsWith('ResizeObserver loop');
}

function recentlyReloaded(now: number): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(chunkReloadKey) ?? '0');
    window.sessionStorage.setItem(chunkReloadKey, String(now));
    return now - last < chunkReloadPause;
  } catch {
    // Without storage it could reload for ever.
    return true;
  }
}

/**
 * Passes unhandled errors to the error handler. If a chunk is missing because a new release replaced it, the page is
 * reloaded once.
 */
export function handleUnhandledErrors(handleError: HandleError): void {
  window.addEventListener('error', (event) => {
    if (!isNoise(event.message) && event.error) handleError(event.error);
  });
  window.addEventListener('unhandledrejection', (event) => handleError(event.reason));
  window.addEventListener('vite:preloadError', (event) => {
    if (recentlyReloaded(Date.now())) return;
    event.preventDefault();
    window.location.reload();
  });
}
