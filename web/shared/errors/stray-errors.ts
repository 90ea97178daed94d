import { storageKey } from '@shared/config/app-name';

import type { HandleError } from './error-handler';

const chunkReloadKey = storageKey('chunkReload');
const chunkReloadPause = 60_000;

/** Browsers report a harmless observation loop as an error. */
function isNoise(message: string): boolean {
  return message.startsWith('ResizeObserver loop');
}

function recentlyReloaded(now: number): boolean {
  try {
    const last = Number(window.sessionStorage.getItem(chunkReloadKey) ?? '0');
    window.sessionStorage.setItem(chunkReloadKey, String(now));
    return now - last < chunkReloadPause;
  } catch {
    // Without a memory a reload could go on for ever.
    return true;
  }
}

/**
 * Sends what nobody caught to the one handler. A part of the page that is gone because a new release replaced it is
 * fetched by a reload, once.
 */
export function catchStrayErrors(handleError: HandleError): void {
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
