// Opens the screens of a demo as a slow phone would, and prints as JSON how long it takes until their content is there (ms): at a first
// visit with an empty cache, again, and from another page of the app. Usage: node bench/screens.mjs URL CHROMIUM [NAME...]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { phone, slowDown, visit, watchFor } from '../test/e2e/support/visit.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const screens = JSON.parse(readFileSync(new URL('../test/e2e/support/screens.json', import.meta.url), 'utf8'));
const [address, executablePath, ...names] = process.argv.slice(2);
const user = { clientId: 1001, username: 'root', password: 'Loket-Demo-2026' };

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const session = await browser.newContext({ ignoreHTTPSErrors: true });
  const answer = await session.request.post(new URL('/v1/auth', address).href, { data: user });
  const { token } = await answer.json();
  await session.close();
  const measured = [];
  for (const screen of screens) {
    if (names.length > 0 && !names.includes(screen.name)) continue;
    measured.push(await measure(screen, token));
  }
  console.log(JSON.stringify(measured));
} finally {
  await browser.close();
}

async function measure(screen, token) {
  const context = await browser.newContext({ viewport: phone.viewport, ignoreHTTPSErrors: true });
  if (!screen.public) await context.addInitScript(holdSession, [token, user.username]);
  const page = await context.newPage();
  const devtools = await slowDown(page, phone);
  await watchFor(page, screen.content);
  const url = new URL(screen.path, address).href;
  const first = await visit(page, devtools, url);
  const again = await visit(page, devtools, url);
  const inside = screen.public ? undefined : await navigate(page, devtools, url);
  await context.close();
  return { name: screen.name, first: first.content, again: again.content, inside };
}

/** Goes to a screen from a light page of the app, whose code is loaded. */
async function navigate(page, devtools, url) {
  await page.evaluate(() => globalThis.history.pushState({}, '', '/external/cs'));
  await page.waitForURL('**/external/cs');
  await page.locator('main ul a').first().waitFor();
  await page.waitForTimeout(500);
  return page.evaluate(([path, selector]) => {
    const begun = performance.now();
    globalThis.history.pushState({}, '', path);
    return new Promise((resolve) => {
      const frame = () => {
        const onScreen = !document.querySelector('main h1')?.textContent.includes('Customer Service');
        const found = onScreen && [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
        if (found) resolve(performance.now() - begun);
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }, [new URL(url).pathname, screens.find(({ path }) => url.endsWith(path)).content]);
}

/** Runs in each page before its scripts. */
function holdSession([token, username]) {
  // Frames without an origin have no storage.
  if (globalThis.origin === 'null') return;
  localStorage.setItem('loket.dashboard.session.token', JSON.stringify(token));
  localStorage.setItem('loket.dashboard.session.username', JSON.stringify(username));
}
