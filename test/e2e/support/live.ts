import type { Page } from '@playwright/test';

/** Resolves once the live stream of the page is open: from then on it asks for nothing by itself. Call it before the page opens. */
export async function streamOpens(page: Page): Promise<void> {
  await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/v1/events' && answer.ok());
}
