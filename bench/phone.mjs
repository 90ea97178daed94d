// Opens sign-in as a slow phone would, with an empty cache, and prints as JSON when it could be used (ms since the
// navigation began) and what came over the line (bytes). Usage: node bench/phone.mjs URL CHROMIUM
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');

// 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a fourth of this machine's processor.
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;

const [url, executablePath] = process.argv.slice(2);

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });

  let bytes = 0;
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength;
  });

  // Looked at in every frame: the form is there, shown, and takes input.
  await page.addInitScript(() => {
    const look = () => {
      const input = document.querySelector('input[name="clientId"]');
      const button = document.querySelector('button[type="submit"]');
      if (input?.checkVisibility() && button?.checkVisibility() && !input.disabled && !button.disabled) {
        globalThis.usableAt = performance.now();
        return;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.usableAt !== undefined, undefined, { timeout: 60_000 });

  const input = page.locator('input[name="clientId"]');
  await input.fill('1001');
  if ((await input.inputValue()) !== '1001') throw new Error('the form takes no input');

  const usable = await page.evaluate(() => globalThis.usableAt);
  console.log(JSON.stringify({ usable, bytes }));
} finally {
  await browser.close();
}
