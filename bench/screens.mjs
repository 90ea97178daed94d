// Opens the screens of a demo as a slow phone would, and prints as JSON how long it takes until their content is there (ms): at a first
// visit with an empty cache, again, and from another page of the app. Sign-in comes several times. Usage: node bench/screens.mjs URL CHROMIUM [NAME...]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { phone, slowDown, visit, watchFor } from '../test/e2e/support/visit.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const password = 'Loket-Demo-2026';
const apps = {
  dashboard: { list: 'screens', username: 'root', light: 'cs', signIn: signInAsClient, more: shopScreens },
  staff: { list: 'staff-screens', username: 'eka', light: 'routing', signIn: signInAsStaff, more: () => [] },
};
const [address, executablePath, name, ...rest] = process.argv.slice(2);
const names = rest.slice(rest.indexOf('--') + 1);
const app = apps[name];
const screens = JSON.parse(readFileSync(new URL(`../test/e2e/support/${app.list}.json`, import.meta.url), 'utf8'));
const signIn = screens.find(({ path }) => path === 'login');
const light = screens.find(({ path }) => path === app.light);
// All others stand beside it, so that it is measured again and again.
const screensUntilSignIn = 6;
const settled = 500;
// A code of an authenticator app counts for 30 s.
const codeTime = 60_000;
// A screen whose content has not come by then never comes.
const navigationLimit = 30_000;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const token = await tokenOf();
  const wanted = [...screens, ...(await app.more())].filter(isWanted);
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

async function tokenOf() {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const send = async (path, data, headers) => {
    const answer = await context.request.post(new URL(path, address).href, { data, headers });
    return { ok: answer.ok(), ...(await answer.json()) };
  };
  const token = await app.signIn(send, context.request);
  await context.close();
  return token;
}

async function signInAsClient(send) {
  const { token } = await send('/v1/auth', { clientId: 1001, username: app.username, password });
  return token;
}

/** A code opens one session: after another run the next one is waited for. */
async function signInAsStaff(send, request) {
  const first = await send('/staff/v1/auth', { username: app.username, password });
  const deadline = Date.now() + codeTime;
  let refused;
  while (Date.now() < deadline) {
    const { code } = await (await request.get(new URL('/codes', rest[0]).href)).json();
    if (code === refused) {
      await new Promise((resolve) => setTimeout(resolve, settled));
      continue;
    }
    const answer = await send('/staff/v1/auth/second-factor', { code }, { Authorization: `Bearer ${first.token}` });
    if (answer.ok) return answer.token;
    refused = code;
  }
  throw new Error('staff could not sign in');
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
  const inApp = !screen.public && !screen.shop;
  if (inApp) await context.addInitScript(holdSession, [name, token, app.username]);
  if (screen.draft) await context.addInitScript(holdDraft, screen.draft);
  const page = await context.newPage();
  const devtools = await slowDown(page, phone);
  await watchFor(page, screen.content);
  const url = new URL(screen.path, address).href;
  const first = await visit(page, devtools, url);
  const again = await visit(page, devtools, url);
  const inside = inApp && screen.path !== light.path ? await navigate(page, devtools, screen) : undefined;
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
function holdSession([app, token, username]) {
  // Frames without an origin have no storage.
  if (globalThis.origin === 'null') return;
  localStorage.setItem(`loket.${app}.session.token`, JSON.stringify(token));
  localStorage.setItem(`loket.${app}.session.username`, JSON.stringify(username));
}

/** Runs in each page before its scripts. */
function holdDraft(entries) {
  if (globalThis.origin === 'null') return;
  for (const [key, value] of entries) sessionStorage.setItem(key, value);
}
