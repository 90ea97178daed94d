// Types into the name of a new shop as a user does, and prints as JSON how long it takes from a key until the preview has
// drawn it (ms, median and the slowest but one in a hundred). Usage: node bench/preview.mjs BINARY CHROMIUM
import { onDemoPage } from './demo-page.mjs';

const keys = 120;

await onDemoPage('1004', async (page, address) => {
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
  return { p50: at(0.5), p99: at(0.99) };
});
