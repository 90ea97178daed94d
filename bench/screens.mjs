// Opens the screens of a demo as a slow phone would, and prints as JSON how long it takes until their content is there (ms): at a first
// visit with an empty cache, again, and from another page of the app. Sign-in comes several times. Usage: node bench/screens.mjs URL CHROMIUM [NAME...]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { phone, slowDown, visit, watchFor } from '../test/e2e/support/visit.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const screens = JSON.parse(readFileSync(new URL('../test/e2e/support/screens.json', import.meta.url), 'utf8'));
const [address, executablePath, ...names] = process.argv.slice(2);
const user = { clientId: 1001, username: 'root', password: 'Loket-Demo-2026' };
const signIn = screens.find(({ path }) => path === 'login');
const light = screens.find(({ path }) => path === 'cs');
// All others stand beside it, so that it is measured again and again.
const screensUntilSignIn = 6;
const settled = 500;
// A screen whose content has not come by then never comes.
const navigationLimit = 30_000;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const token = await tokenOf(user);
  const wanted = [...screens, ...(await shopScreens())].filter(isWanted);
  const others = wanted.filter((screen) => screen !== signIn);
  const measured = [];
  for (const [at, screen] of others.entries()) {
    if (at % screensUntilSignIn === 0) measured.push(await measure(signIn));
    measured.push(await measure(screen, token));
  }
  measured.push(await measure(signIn));
  console.log(JSON.stringify(measured));
} finally {
  await browser.close();
}

/** A name selects a screen by its start, or one of its figures: `settlement`, `settlement-period`, `deposit-first`. */
function isWanted({ name }) {
  const plain = name.toLowerCase().replaceAll(',', '').replaceAll(' ', '-');
  return names.length === 0 || names.some((wanted) => plain.startsWith(wanted) || wanted.startsWith(`${plain}-`));
}

async function tokenOf(data) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const answer = await context.request.post(new URL('/v1/auth', address).href, { data });
  const { token } = await answer.json();
  await context.close();
  return token;
}

/** The pages of the demo's shop, with what a shopper chose for the checkout, and an order. */
async function shopScreens() {
  const destination = { userId: `08${Math.floor(Math.random() * 1e9)}`, zoneId: '2041' };
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: phone.viewport, locale: 'id-ID' });
  const page = await context.newPage();
  await page.goto(new URL('/majujaya/MLBB', address).href);
  await page.getByLabel('User ID').fill(destination.userId);
  await page.getByLabel('Zone ID').fill(destination.zoneId);
  await page.getByRole('radio', { name: /^86 Diamonds/u }).press('Space');
  await page.getByRole('button', { name: 'Bayar' }).click();
  await page.waitForURL('**/majujaya/checkout');
  const draft = await page.evaluate(() => Object.entries(sessionStorage));
  await page.getByRole('button', { name: 'Lanjut ke pembayaran' }).click();
  await page.getByRole('button', { name: 'Batal' }).click();
  await page.waitForURL('**/majujaya/orders/*');
  const order = new URL(page.url()).pathname;
  await context.close();
  // Buttons are written by the scripts alone: with them a page can be used.
  return [
    { name: 'shop home', path: '/majujaya', content: 'header button', shop: true },
    { name: 'shop product', path: '/majujaya/MLBB', content: 'button', shop: true },
    { name: 'shop checkout', path: '/majujaya/checkout', content: 'footer button', shop: true, draft },
    { name: 'shop order', path: order, content: 'main h2', shop: true },
  ];
}

async function measure(screen, token) {
  const context = await browser.newContext({ viewport: phone.viewport, ignoreHTTPSErrors: true });
  const staff = !screen.public && !screen.shop;
  if (staff) await context.addInitScript(holdSession, [token, user.username]);
  if (screen.draft) await context.addInitScript(holdDraft, screen.draft);
  const page = await context.newPage();
  const devtools = await slowDown(page, phone);
  await watchFor(page, screen.content);
  const url = new URL(screen.path, address).href;
  const first = await visit(page, devtools, url);
  const again = await visit(page, devtools, url);
  const inside = staff && screen.path !== light.path ? await navigate(page, devtools, screen) : undefined;
  await context.close();
  return { name: screen.name, first: first.content, again: again.content, inside, shop: screen.shop ?? false };
}

/** Goes to a screen from a light page of the app, which knows the code and none of the data. */
async function navigate(page, devtools, { name, path, content }) {
  await watchFor(page, light.content);
  await visit(page, devtools, new URL(light.path, address).href);
  await page.waitForTimeout(settled);
  const to = new URL(path, address);
  const took = await page.evaluate(
    ([to, selector, former, limit]) => {
      const begun = performance.now();
      const old = document.querySelector(former);
      globalThis.history.pushState({}, '', to);
      return new Promise((resolve) => {
        const frame = () => {
          const found = !old.isConnected && [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
          const elapsed = performance.now() - begun;
          if (found || elapsed > limit) resolve(found ? elapsed : null);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
    },
    [to.pathname + to.search, content, light.content, navigationLimit],
  );
  if (took === null) throw new Error(`${name}: the content did not come within the app`);
  return took;
}

/** Runs in each page before its scripts. */
function holdSession([token, username]) {
  // Frames without an origin have no storage.
  if (globalThis.origin === 'null') return;
  localStorage.setItem('loket.dashboard.session.token', JSON.stringify(token));
  localStorage.setItem('loket.dashboard.session.username', JSON.stringify(username));
}

/** Runs in each page before its scripts. */
function holdDraft(entries) {
  if (globalThis.origin === 'null') return;
  for (const [key, value] of entries) sessionStorage.setItem(key, value);
}
