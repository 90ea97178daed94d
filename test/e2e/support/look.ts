import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

import { findCutTexts } from './cut-texts.ts';
import { findOverlaps } from './overlaps.ts';
import { artefacts, root } from './places.ts';

let judge: string | undefined;

/** Nothing on the screen, whatever is open on it, breaks a rule of accessibility. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    judge ??= readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8');
    await page.evaluate(judge);
  }
  const found = await page.evaluate(findViolations);
  expect(found, `accessible: ${page.url()}`).toEqual([]);
}

/** Runs in the page. The answer is made small here: whole results are megabytes of what is right. */
async function findViolations(): Promise<string[]> {
  // The script that was just loaded makes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(document, {
    resultTypes: ['violations'],
    selectors: false,
    // Our frames run nothing and so can't answer a question: what they hold is looked at as a page of its own.
    iframes: false,
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/**
 * The screen as it is now: accessible, not wider than the window, without cut texts and overlapping controls, and kept
 * as a picture where it has a name.
 */
export async function expectGoodLook(page: Page, name?: string): Promise<void> {
  await expectNoSidewaysScroll(page);
  await standStill(page);
  await expectWhole(page);
  await expectAccessible(page);
  if (!name) return;
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `${artefacts}/screens/${name}-${width}.png` });
}

/** Every text can be read to its end or says that it is cut, and no control covers another one. */
export async function expectWhole(page: Page): Promise<void> {
  const found = [...(await page.evaluate(findCutTexts)), ...(await page.evaluate(findOverlaps))];
  const where = `${page.viewportSize()?.width} px: ${page.url()}`;
  expect(found, `cut texts and overlaps at ${where}`).toEqual([]);
}

/** Waits until the page has taken up what changed and no colour fades any more; half-way no contrast is right. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  });
}

/** Tables scroll inside their card; the page never does sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, `sideways scroll at ${page.viewportSize()?.width} px: ${page.url()}`).toBeLessThanOrEqual(0);
}

/** How much wider the search box is than its hint, in pixels. */
export function roomAfterHint(page: Page): Promise<number> {
  return page.getByRole('searchbox').evaluate((box: HTMLInputElement) => {
    const style = getComputedStyle(box);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return -Infinity;
    pen.font = style.font;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return box.clientWidth - padding - pen.measureText(box.placeholder).width;
  });
}
