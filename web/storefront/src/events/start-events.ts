import { storageKey } from '@shared/config/app-name';

import { makeQueue } from './event-queue';
import { eventsOfClick, eventsOfPage, type OpenedPage, type ShopEvent } from './shop-event';

/** So many events are sent at once, fewer after a while. */
const batch = 10;
const delay = 5000;

/** Reports whether the browser asks not to be followed. */
export function wantsPrivacy(browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}

/**
 * Tells the shop's owner what is looked at and chosen, without anything about the person: no cookie, a random session
 * that ends with the tab, and nothing at all if the browser asks for privacy.
 */
export function startEvents(code: string, page: OpenedPage): void {
  if (wantsPrivacy(navigator)) return;
  let store: Storage;
  try {
    store = window.sessionStorage;
  } catch {
    return;
  }
  const address = `/shop/v1/${encodeURIComponent(code)}/events`;
  const queue = makeQueue({
    store,
    key: storageKey(`${code}.session`),
    // The server takes nothing that another site could send in a visitor's name.
    send: (text) => navigator.sendBeacon(address, new Blob([text], { type: 'application/json' })),
    now: () => Date.now(),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    queue.flush();
  };
  const add = (events: ShopEvent[]) => {
    for (const event of events) {
      if (queue.add(event) >= batch) flush();
      else timer ??= setTimeout(flush, delay);
    }
  };

  add(eventsOfPage(page));
  document.addEventListener(
    'click',
    ({ target }) => {
      const element = target instanceof Element && target.closest<HTMLElement>('[data-click],[data-banner]');
      if (element) add(eventsOfClick(element.dataset, page.operator?.code));
    },
    { capture: true },
  );
  // Not every browser tells of both when a page is left.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) flush();
  });
  window.addEventListener('pagehide', flush);
  // Back shows a page that the browser kept.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) add(eventsOfPage(page));
  });
}
