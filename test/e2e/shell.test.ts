import type { Page } from '@playwright/test';

import { range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook, expectNoSidewaysScroll } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const windows = [desk, { width: 1366, height: 768 }, phone, { width: 360, height: 640 }];

/** The pages of the shell, each with a text that shows that it is loaded. */
const pages: [path: string, text: RegExp][] = [
  [`orders?${range(-1, 0)}`, /Rows 1–10/u],
  ['orders/export', /EXPORT DATA|Export Order/u],
  [`orders/report?${range(-9, -2)}`, /Download$/u],
  ['profile', /Multibiller/u],
  ['profile/password', /Confirm new password/u],
  ['profile/security', /This device/u],
  ['profile/pin', /Reset PIN/u],
  ['profile/user-management', /finance/u],
  ['profile/api-key', /lk_/u],
  ['deposit', /Rows 1–10/u],
];

/** Pages whose rows have amounts at the right. */
const pagesWithFigures: [path: string, text: RegExp][] = [
  ['deposit', /Rows 1–10/u],
  ['product', /more as you scroll/u],
];

/** What the help button must not cover: controls, or texts, such as amounts. */
type Coverable = 'controls' | 'texts';

/** Returns what the help button covers where the page rests, while the page is scrolled by steps. */
function coveredByHelp(page: Page, given: { kind: Coverable; step: number; most: number }): Promise<string[]> {
  return page.evaluate(async ({ kind, step, most }) => {
    const help = document.querySelector('button[aria-label="Help"]');
    if (!help) return ['there is no help button'];
    // Scroll events and animation frames are made here, because real ones take 16 ms each.
    window.requestAnimationFrame = (callback) => {
      setTimeout(callback, 0, performance.now());
      return 1;
    };
    const tasks = new MessageChannel();
    const nextTask = () =>
      new Promise((done) => {
        tasks.port1.addEventListener('message', done, { once: true });
        tasks.port2.postMessage(null);
      });
    tasks.port1.start();
    const coveredNow = () => {
      const box = help.getBoundingClientRect();
      const names: string[] = [];
      const look = (element: Element, other: DOMRect, name: string) => {
        const [left, right] = [Math.max(box.left, other.left), Math.min(box.right, other.right)];
        const [up, down] = [Math.max(box.top, other.top), Math.min(box.bottom, other.bottom)];
        if (left >= right || up >= down) return;
        // What is behind the pager does not count.
        const seen = document
          .elementsFromPoint((left + right) / 2, (up + down) / 2)
          .find((candidate) => !help.contains(candidate));
        if (seen && element.contains(seen)) names.push(name);
      };
      if (kind === 'controls') {
        for (const control of document.querySelectorAll('main :is(a, button, input, select, textarea)')) {
          look(control, control.getBoundingClientRect(), control.ariaLabel ?? control.textContent ?? '');
        }
        return names;
      }
      const texts = document.createTreeWalker(document.querySelector('main') ?? help, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: parent, textContent } = texts.currentNode;
        if (!parent || !textContent?.trim()) continue;
        const extent = document.createRange();
        extent.selectNodeContents(texts.currentNode);
        for (const line of extent.getClientRects()) look(parent, line, `text: ${textContent}`);
      }
      return names;
    };
    const covered = new Set<string>();
    const end = Math.min(most, document.documentElement.scrollHeight - window.innerHeight);
    for (let top = 0; ; top = Math.min(end, top + step)) {
      window.scrollTo(0, top);
      window.dispatchEvent(new Event('scroll'));
      await new Promise((done) => requestAnimationFrame(done));
      for (let task = 0; task < 4; task += 1) await nextTask();
      let coveredNames = coveredNow();
      // On a busy machine it takes longer until the button has moved.
      for (const until = performance.now() + 20_000; coveredNames.length > 0 && performance.now() < until;) {
        await new Promise((done) => setTimeout(done, 10));
        coveredNames = coveredNow();
      }
      for (const name of coveredNames) covered.add(name);
      if (top === end) return [...covered];
    }
  }, given);
}

test('the help button covers no control, wherever a page is scrolled to', async ({ page }) => {
  await signIn(page);
  for (const [path, text] of pages) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    for (const size of windows) {
      await page.setViewportSize(size);
      const covered = await coveredByHelp(page, { kind: 'controls', step: 24, most: Infinity });
      expect.soft(covered, `${path} at ${size.width} × ${size.height}`).toEqual([]);
    }
  }
});

test('the help button covers no figure where the page rests', async ({ page }) => {
  await signIn(page);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    for (const [path, text] of pagesWithFigures) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      // As far as the chart, the totals and the first rows; those that follow look the same.
      const covered = await coveredByHelp(page, { kind: 'texts', step: 40, most: 800 });
      expect.soft(covered, `${path} at ${size.width} × ${size.height}`).toEqual([]);
    }
  }
});

test('long names and addresses stay on one line, with the whole in their title', async ({ page }) => {
  const long = {
    name: `PT ${'Perusahaan'.repeat(20)}`,
    fullName: 'Maharani'.repeat(30),
    email: `${'a'.repeat(242)}@example.com`,
  };
  await page.route('**/v1/user', async (route) => {
    const answer = await route.fetch();
    const user: { Client: object } = await answer.json();
    const json = { ...user, ...long, Client: { ...user.Client, name: long.name } };
    await route.fulfill({ response: answer, json });
  });
  await signIn(page, users.root, 'deposit');
  for (const size of [windows[0], phone]) {
    if (size) await page.setViewportSize(size);
    await page.getByRole('button', { name: `Account of ${long.fullName}` }).click();
    const account = page.getByRole('dialog', { name: `Account of ${long.fullName}` });
    for (const text of [long.fullName, long.email]) {
      const line = account.getByTitle(text, { exact: true });
      await expect(line).toHaveText(text);
      expect((await line.boundingBox())?.height).toBeLessThan(25);
    }
    expect((await account.boundingBox())?.width).toBeLessThanOrEqual(320);
    await expectNoSidewaysScroll(page);
    await expectGoodLook(page, 'long-names');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Toggle menu' }).click();
  const client = page.getByTitle(long.name, { exact: true });
  expect((await client.boundingBox())?.height).toBeLessThan(25);
  expect(await client.evaluate((line) => line.scrollWidth > line.clientWidth)).toBe(true);
  await expectGoodLook(page, 'long-names-menu');
});
