// Opens sign-in, or a page of a shop, as a slow phone would, with an empty cache, and prints as JSON when it could be used (ms since
// the navigation began), what came over the line (bytes) and how far the layout shifted. Usage: node bench/phone.mjs URL CHROMIUM [shop]
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');

// 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a fourth of this machine's processor.
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;

const [url, executablePath, kind] = process.argv.slice(2);

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

  // Looked at in every frame: the form is there, shown, and takes input. Only its scripts write the buttons of a shop.
  await page.addInitScript((isShop) => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const button = document.querySelector(isShop ? 'button' : 'button[type="submit"]');
      const input = isShop ? button : document.querySelector('input[name="clientId"]');
      if (input?.checkVisibility() && button?.checkVisibility() && !input.disabled && !button.disabled) {
        globalThis.usableAt = performance.now();
        return;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, kind === 'shop');

  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.usableAt !== undefined, undefined, { timeout: 60_000 });

  if (kind === 'shop') {
    await page.waitForLoadState('networkidle');
  } else {
    const input = page.locator('input[name="clientId"]');
    await input.fill('1001');
    if ((await input.inputValue()) !== '1001') throw new Error('the form takes no input');
  }

  const { usable, shift } = await page.evaluate(() => ({ usable: globalThis.usableAt, shift: globalThis.shift }));
  if (kind === 'shop') await page.locator('button').first().click();
  console.log(JSON.stringify({ usable, bytes, shift }));
} finally {
  await browser.close();
}
