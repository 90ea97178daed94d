import { expect, type Locator, type Page } from '@playwright/test';

/** What the dashboard says failed: one notice, exactly these words and no others. It is closed when it was read. */
export async function expectFailure(page: Page, title: string, text: string | RegExp = ''): Promise<void> {
  const notice = page.getByRole('alert').filter({ has: closer(page) });
  // Two parts of one element: nothing else may stand in it.
  const words = typeof text === 'string' ? `${title}${text}` : new RegExp(`^${title}${text.source}$`, 'u');
  await expect(notice).toHaveText(words);
  await expect(notice).toHaveCount(1);
  await closer(page).click();
  await expect(notice).toHaveCount(0);
}

/** What the dashboard says was done. It leaves by itself; a journey does not wait for that. */
export async function expectSuccess(page: Page, title: string): Promise<void> {
  const notice = page
    .getByRole('status')
    .filter({ has: closer(page) })
    .filter({ hasText: title });
  await expect(notice).toHaveText(title);
  await notice.locator(closer(page)).click();
  await expect(notice).toHaveCount(0);
}

function closer(page: Page): Locator {
  return page.getByRole('button', {
    name: /^(?:Close notification|Tutup notifikasi)$/u,
  });
}

/** The delay of the specification in milliseconds. A slow machine draws the notice later, and leaves the page later. */
const delay = { least: 1000, most: 6000 };

/** Waits for what leads away from a page, and proves that the notice stood there for the delay of the specification. */
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
