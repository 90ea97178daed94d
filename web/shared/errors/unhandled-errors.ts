import { storageKey } from '@shared/config/app-name';
import { hasUnsavedInput } from '@shared/form/unsaved';
import { textsNow } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';
import { isFetchingLater } from '@shared/state/fetch-later';

import { errorTexts } from './error-texts';
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

/** Reports whether the server answers, so that a missing chunk is a new release and no lost connection. */
async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch(import.meta.env.BASE_URL, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page once for a new release, which replaced the chunks of this one. A page with unsaved input stays and
 * says so, and so does one without a connection: a reload would put the browser's error page in its place.
 */
async function reloadForRelease(): Promise<void> {
  if (!(await serverAnswers())) return;
  if (hasUnsavedInput()) {
    const texts = textsNow(errorTexts);
    notifyError({ title: texts.newVersion, text: texts.newVersionText });
  } else if (!recentlyReloaded(Date.now())) window.location.reload();
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
  // The import fails all the same: the part that needs it says so, with Retry.
  window.addEventListener('vite:preloadError', () => {
    if (!isFetchingLater()) void reloadForRelease();
  });
}
