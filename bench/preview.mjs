// Starts the demo, types into the name of a new shop as a user does, and prints as JSON how long it takes from a key until the
// preview has drawn it (ms, median and the slowest but one in a hundred). Usage: node bench/preview.mjs BINARY CHROMIUM
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');

const [binary, executablePath] = process.argv.slice(2);
const keys = 120;
const password = 'Loket-Demo-2026'; // of all demo users

const folder = mkdtempSync(path.join(tmpdir(), 'loket-preview-'));
const local = '127.0.0.1:0';
const demo = spawn(binary, ['demo', '--listen', local, '--admin-listen', local, '--simulate-listen', local, '--data', folder, '--orders', '100']);
const address = await new Promise((resolve, reject) => {
  let text = '';
  demo.stdout.on('data', (part) => {
    text += part;
    const ready = /ready on (\S+)/u.exec(text);
    if (ready) resolve(ready[1]);
  });
  demo.on('exit', () => reject(new Error('the demo ended')));
});

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}login`);
  await page.getByLabel('Client ID').fill('1004');
  await page.getByLabel('Username').fill('root');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/orders/u);
  await page.goto(`${address}connect/settings/configs`);
  const field = page.getByLabel('Web App Name');
  await field.fill('A');
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.getByRole('heading', { level: 1, name: 'A', exact: true }).waitFor();

  // Both sides write down the time on one clock: the key in the page, the drawn name in the frame.
  await page.evaluate(() => {
    globalThis.pressed = [];
    addEventListener('keydown', () => globalThis.pressed.push(performance.timeOrigin + performance.now()), true);
  });
  await frame.evaluate(() => {
    globalThis.drawn = [];
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        globalThis.drawn.push([document.querySelector('h1').textContent.length, performance.timeOrigin + performance.now()]);
      }),
    ).observe(document.body, { subtree: true, characterData: true, childList: true });
  });

  const times = [];
  await field.press('End');
  for (let n = 0; n < keys; n += 1) {
    // Forty letters and back, so that the name stays short.
    const back = Math.floor(n / 40) % 2 === 1;
    const length = (await field.inputValue()).length + (back ? -1 : 1);
    await page.keyboard.press(back ? 'Backspace' : 'x');
    await frame.waitForFunction((wanted) => globalThis.drawn.at(-1)?.[0] === wanted, length);
    const pressed = await page.evaluate(() => globalThis.pressed.at(-1));
    const drawn = await frame.evaluate((wanted) => globalThis.drawn.findLast(([chars]) => chars === wanted)[1], length);
    times.push(drawn - pressed);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) }));
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await new Promise((resolve) => demo.on('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
