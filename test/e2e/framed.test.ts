import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';

const notice = 'Please inform team with the reference of the application from where you clicked this link.';

/** Starts a page on another origin that frames the dashboard. */
async function framingPage(framed: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:," /></head>
      <body><main><h1>Shop</h1><iframe title="app" src="${framed}" width="800" height="400"></iframe></main></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the framing page has no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

test('inside a frame there is a notice and no app', async ({ page, program, context, quiet }) => {
  // Playwright runs scripts in the frame, and the sandbox logs each one.
  quiet.allow(/Blocked script execution in '[^']*\/external\/orders'/u);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const shop = await framingPage(`${program.dashboard}orders`);
  try {
    await page.goto(shop.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText(notice)).toBeVisible();
    await expect(frame.locator('script, form, input, button')).toHaveCount(0);
    expect(loaded).toEqual(['/', '/external/orders']);

    // The link opens the app in its own window.
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: 'Click here to access WebApp safely.' }).click();
    const app = await opened;
    await expect(app.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await app.evaluate(() => window.opener === null)).toBe(true);
  } finally {
    shop.close();
  }

  // axe cannot run inside the sandbox, so the notice is checked as a page.
  const answer = await page.request.get(`${program.dashboard}orders`, { headers: { 'Sec-Fetch-Dest': 'iframe' } });
  await page.goto('about:blank');
  await page.setContent(await answer.text());
  await expectGoodLook(page, 'framed');
});

/**
 * Serves the dashboard as to a browser that does not send `Sec-Fetch-Dest`, so that the server cannot refuse the frame.
 */
async function withoutFetchDest(page: Page, address: string, edit: (policy: string) => string): Promise<void> {
  await page.route(address, async (route) => {
    const headers = await route.request().allHeaders();
    delete headers['sec-fetch-dest'];
    const response = await route.fetch({ headers });
    const answered = response.headers();
    delete answered['x-frame-options'];
    answered['content-security-policy'] = edit(answered['content-security-policy'] ?? '');
    await route.fulfill({ response, headers: answered });
  });
}

test('an older browser is kept out by the policy, and the app itself refuses', async ({ page, program, quiet }) => {
  quiet.expect(/frame-ancestors 'none'|\/csp-reports/u);
  const shop = await framingPage(program.dashboard);
  try {
    await withoutFetchDest(page, program.dashboard, (policy) => policy);
    await page.goto(shop.url);
    await expect.poll(() => readFile(program.log, 'utf8')).toContain('content security policy violated');
    // The frame shows the browser's own error page.
    await expect.poll(() => page.frames().map((one) => one.url())).toEqual([shop.url, 'chrome-error://chromewebdata/']);

    await page.unroute(program.dashboard);
    await withoutFetchDest(page, program.dashboard, (policy) => policy.replace("frame-ancestors 'none'; ", ''));
    await page.goto(shop.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText(notice)).toBeVisible();
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Loket');
    await expect(frame.getByRole('link', { name: 'Click here to access WebApp safely.' })).toBeVisible();
    await expect(frame.getByText('LOGIN')).toHaveCount(0);
  } finally {
    shop.close();
  }
});
