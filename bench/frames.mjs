// Uploads a CSV of ten thousand numbers into Create Order and scrolls through its list. Prints as JSON how long it takes until
// the numbers are listed and until they are checked (ms), how many frames a second are drawn while the list scrolls, how
// long the slowest frame but one in a hundred took, how much of a frame the page's own work takes (ms), and how much the
// check sends and gets after one number was removed (bytes, not compressed).
// Usage: node bench/frames.mjs BINARY CHROMIUM [SCREENSHOT]
import { onDemoPage } from './demo-page.mjs';

const lines = 10_000;
const steps = 240; // turns of the wheel, which come as often as frames
const notch = 120; // px

await onDemoPage('1001', async (page, address) => {
  await page.goto(`${address}bill-payment?searchQuery=HALO`);
  await page.getByRole('button', { name: 'Create Order: Telkomsel Halo', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Order' });
  await dialog.getByLabel('Transaction name').fill('Ten thousand');
  await dialog.getByRole('button', { name: 'Upload CSV' }).click();
  const file = page.getByRole('dialog', { name: 'Upload CSV' }).locator('input[type=file]');
  await file.waitFor({ state: 'attached' });
  const prefixes = ['0811', '0812', '0813', '0857']; // the last one belongs to another operator
  const number = (n) => `${prefixes[n % prefixes.length]}${String(10_000_000 + n)}`;
  const text = ['number', ...Array.from({ length: lines }, (_, n) => number(n))].join('\n');

  // Times are taken in the page: when the file is given to it, and in the first frame that shows what is looked for.
  await page.evaluate(() => {
    globalThis.chosen = 0;
    globalThis.seen = {};
    addEventListener('change', () => (globalThis.chosen = performance.now()), true);
    const marks = { listed: /Rows 1–6 of 10\.000/u, checked: /10\.000 lines checked/u };
    const look = () => {
      for (const [name, mark] of Object.entries(marks)) {
        if (globalThis.chosen > 0 && !globalThis.seen[name] && mark.test(document.body.textContent)) {
          globalThis.seen[name] = performance.now() - globalThis.chosen;
        }
      }
      if (!globalThis.seen.checked) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await file.setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.waitForFunction(() => globalThis.seen.checked > 0);
  const seen = await page.evaluate(() => globalThis.seen);

  const list = dialog.getByRole('group', { name: 'Destination numbers' });
  await list.scrollIntoViewIfNeeded();
  await list.hover();
  if (process.argv[4]) await page.screenshot({ path: process.argv[4] });
  await page.evaluate(() => {
    globalThis.frames = [];
    const tick = (now) => {
      globalThis.frames.push(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const [before, first] = [await taskTime(), await page.evaluate(() => globalThis.frames.length)];
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, step < steps / 2 ? notch : 50 * notch);
  }
  const [after, frames] = [await taskTime(), await page.evaluate(() => globalThis.frames)];
  const drawn = frames.slice(first);
  const times = drawn.slice(1).map((time, n) => time - drawn[n]);
  const whole = drawn.at(-1) - drawn[0];
  times.sort((a, b) => a - b);

  const checked = page.waitForResponse(/scheduled-orders\/check$/u);
  await dialog.getByRole('button', { name: /^Remove \d/u }).first().click();
  const answer = await checked;
  const edit = (answer.request().postDataBuffer()?.length ?? 0) + (await answer.body()).length;
  await dialog.getByText(/9\.999 lines checked/u).waitFor();
  return {
    ...seen,
    edit,
    fps: (1000 * times.length) / whole,
    p99: times[Math.floor(times.length * 0.99)],
    work: ((after - before) * 1000) / times.length,
    scrolled: await list.evaluate((element) => element.scrollTop),
  };
});
