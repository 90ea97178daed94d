import { expect, type Locator, type Page } from '@playwright/test';

import { findCovered } from './covered.ts';

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

/** Expects a success notice. It closes by itself; the journey does not wait for that. */
export async function expectSuccess(page: Page, title: string): Promise<void> {
  const notice = page
    .getByRole('status')
    .filter({ has: closer(page) })
    .filter({ hasText: title });
  await expect(notice).toHaveText(title);
  await expectNothingCovered(page);
  await notice.locator(closer(page)).click();
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

/** The delay before a notice leads away (docs/product/shell.md#session-in-the-browser) in milliseconds, with room for slow machines. */
const delay = { least: 1000, most: 6000 };

/** Runs `act`, which leads to another page, and expects the notice to be shown for that delay. */
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
  const length = await stood;
  expect(length).toBeGreaterThan(delay.least);
  expect(length).toBeLessThan(delay.most);
}
