import { expect, type Page } from '@playwright/test';

import { expectGoodLook } from './look.ts';

/** Differences between font renderers that are allowed: by pixel, and the share of pixels that differ more. */
const tolerance = { threshold: 0.3, maxDiffPixelRatio: 0.001 };

/**
 * Compares the screen with its kept picture, after the checks of `expectGoodLook`. Before the screenshot, texts that
 * vary between runs (times, ids, amounts, addresses) are replaced by fixed ones. README.md has the command that takes
 * the pictures again.
 */
export async function expectPicture(page: Page, name: string): Promise<void> {
  await expectGoodLook(page, name);
  await page.evaluate(replaceVarying);
  const picture = await page.screenshot({ scale: 'css', animations: 'disabled' });
  await page.evaluate(() => window.dispatchEvent(new Event('restore-varying')));
  expect(picture).toMatchSnapshot(`${name}-${page.viewportSize()?.width}.png`, tolerance);
}

/** Runs in the page. The event `restore-varying` restores the texts, except those that changed meanwhile. */
function replaceVarying(): void {
  const rules: [varying: RegExp, fixed: string][] = [
    [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, 'somebody@example.com'],
    [/\b\d{1,2} \p{Lu}\p{Ll}{2,8} \d{4}\b/gu, '00 Jan 0000'],
    [/\d{1,3}(?:\.\d{3})+/gu, '000.000'],
    [/(?<=…)\w{4}\b/gu, '0000'],
    [/\d/gu, '0'],
  ];
  const undo: (() => void)[] = [];
  const replace = (text: string, write: (fixed: string) => void, read: () => string) => {
    let fixed = text;
    for (const [varying, by] of rules) fixed = fixed.replaceAll(varying, by);
    if (fixed === text) return;
    write(fixed);
    undo.push(() => {
      if (read() === fixed) write(text);
    });
  };
  const frames = [...document.querySelectorAll('iframe')].map(({ contentDocument }) => contentDocument);
  for (const root of [document, ...frames]) {
    if (!root) continue;
    const texts = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (node.parentElement instanceof HTMLStyleElement) continue;
      const read = () => node.nodeValue ?? '';
      replace(read(), (text) => (node.nodeValue = text), read);
    }
    for (const field of root.querySelectorAll('input')) {
      if (field.type === 'password') continue;
      replace(
        field.value,
        (text) => (field.value = text),
        () => field.value,
      );
    }
  }
  window.addEventListener('restore-varying', () => undo.forEach((restore) => restore()), { once: true });
}
