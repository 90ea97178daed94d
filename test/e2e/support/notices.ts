import { expect, type Locator, type Page } from '@playwright/test';

import { findCovered } from './covered.ts';

/** A success is shown this long (web/shared/notify/notice-store.ts), in milliseconds. */
const successLifetime = 5000;

/** Expects exactly one error notice with these texts, and closes it. */
export async function expectFailure(page: Page, title: string, text: string | RegExp = ''): Promise<void> {
  const notice = page.getByRole('alert').filter({ has: closer(page) });
  // The element has exactly two parts.
  const content = typeof text === 'string' ? `${title}${text}` : new RegExp(`^${title}${text.source}$`, 'u');
  await expect(notice).toHaveText(content);
  await expect(notice).toHaveCount(1);
  await expectNothingCovered(page);
  await closer(page).click();
  await expect(notice).toHaveCount(0);
}

/** Expects a success notice, and closes it unless it has closed by itself meanwhile. */
export async function expectSuccess(page: Page, title: string): Promise<void> {
  const notice = page
    .getByRole('status')
    .filter({ has: closer(page) })
    .filter({ hasText: title });
  await expect(notice).toHaveText(title);
  await expectNothingCovered(page);
  try {
    await notice.locator(closer(page)).click({ timeout: successLifetime });
  } catch (error) {
    if (await notice.count()) throw error;
  }
  await expect(notice).toHaveCount(0);
}

/** Expects that the notices lie over no control that can be used now. */
async function expectNothingCovered(page: Page): Promise<void> {
  expect(await page.evaluate(findCovered), `covered at ${page.viewportSize()?.width} px: ${page.url()}`).toEqual([]);
}

function closer(page: Page): Locator {
  return page.getByRole('button', {
    name: /^(?:Close notification|Tutup notifikasi)$/u,
  });
}

/**
 * The least of the 1.5 s for which a notice is shown before it leads away (docs/product/shell.md#session-in-the-browser), in
 * milliseconds: a busy machine draws it late, and the page is left in time.
 */
const leastDelay = 500;

/** Runs `act`, which leads to another page, and expects that the notice was shown before. */
export async function expectRedirect(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const stood = page.evaluate(
    (goal) =>
      new Promise<number>((tell) => {
        let shown = 0;
        const look = setInterval(() => {
          if (shown === 0 && document.querySelector('[role=alert]')) shown = performance.now();
          if (location.pathname !== goal) return;
          clearInterval(look);
          tell(performance.now() - shown);
        }, 10);
      }),
    path,
  );
  await act();
  expect(await stood).toBeGreaterThan(leastDelay);
}

/**
 * Resolves once an element of the open page has a text, also if that stays for a moment only: a busy machine looks from outside
 * too seldom. Call it before what shows the text.
 */
export function textAppears(page: Page, selector: string, text: string): Promise<void> {
  return page.evaluate(
    (sought) =>
      new Promise<void>((done) => {
        const look = () => {
          const elements = [...document.querySelectorAll(sought.selector)];
          if (!elements.some((element) => element.textContent.includes(sought.text) && element.checkVisibility()))
            return;
          changed.disconnect();
          done();
        };
        const changed = new MutationObserver(look);
        changed.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    { selector, text },
  );
}
