// Starts the demo and opens a page of its dashboard as a signed-in user, for what is measured in a browser.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');

const password = 'Loket-Demo-2026'; // of all demo users
const local = '127.0.0.1:0';

/** Calls `measure` with a page that a client's root user has signed in to, and the dashboard's address. Prints its answer as JSON. */
export async function onDemoPage(clientId, measure) {
  const [binary, executablePath] = process.argv.slice(2);
  const folder = mkdtempSync(path.join(tmpdir(), 'loket-page-'));
  const listen = ['--listen', local, '--staff-listen', local, '--admin-listen', local, '--simulate-listen', local];
  const demo = spawn(binary, ['demo', ...listen, '--data', folder, '--orders', '100']);
  const ended = new Promise((resolve) => {
    demo.on('exit', resolve);
  });
  let browser;
  try {
    const address = await readyAddress(demo);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}login`);
    await page.getByLabel('Client ID').fill(clientId);
    await page.getByLabel('Username').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/orders/u);
    console.log(JSON.stringify(await measure(page, address)));
  } finally {
    await browser?.close();
    demo.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

function readyAddress(demo) {
  return new Promise((resolve, reject) => {
    let text = '';
    demo.stdout.on('data', (part) => {
      text += part;
      const ready = /ready on (\S+)/u.exec(text);
      if (ready) resolve(ready[1]);
    });
    demo.on('exit', () => reject(new Error('the demo ended')));
  });
}
