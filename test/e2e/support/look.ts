import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';

import { findCutTexts } from './cut-texts.ts';
import { findOverlaps } from './overlaps.ts';
import { artefacts, root } from './places.ts';

let judge: string | undefined;

/** Checks the screen, including open overlays and the preview of a shop, for accessibility violations. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of [page.mainFrame(), ...page.frames().filter(isPreview)]) {
    if (!(await frame.evaluate(() => 'axe' in window))) {
      judge ??= readFileSync(path.join(root, 'web/node_modules/axe-core/axe.min.js'), 'utf8');
      await frame.evaluate(judge);
    }
    const faults = await frame.evaluate(findViolations);
    expect(faults, `accessible: ${frame.url()}`).toEqual([]);
  }
}

/** The frame of a shop's preview, which axe can't enter from the page around it. Our other frames run no scripts. */
function isPreview(frame: Frame): boolean {
  return frame.parentFrame() !== null && frame.url().includes('isFromExternalDashboard=true');
}

/** Runs in the page. Returns only a summary, because full results have megabytes. */
async function findViolations(): Promise<string[]> {
  // Set by the script that was just loaded.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  const on = { enabled: true };
  // Without `runOnly`, WCAG and best practice. Named here: what axe leaves out unless told.
  const { violations } = await run(document, {
    rules: {
      'label-content-name-mismatch': on,
      'td-has-header': on,
      'table-fake-caption': on,
      'css-orientation-lock': on,
      'p-as-heading': on,
    },
    resultTypes: ['violations'],
    selectors: false,
    // Checked one by one, as pages of their own.
    iframes: false,
  });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/**
 * Checks the screen: accessible, no sideways scrolling, no cut texts, no overlapping controls. With a name, saves a
 * screenshot, except in `make test`.
 */
export async function expectGoodLook(page: Page, name?: string): Promise<void> {
  await expectNoSidewaysScroll(page);
  await waitForAnimations(page);
  await expectWhole(page);
  await expectAccessible(page);
  // Screenshots are for people, who don't look at those of `make test`.
  if (!name || process.env['LOKET_E2E_ONCE']) return;
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `${artefacts}/screens/${name}-${width}.png` });
}

/**
 * Checks that no text is cut off without an ellipsis and title, and that no controls overlap once what floats has stepped
 * aside. A test of this check says how long it waits for that, in milliseconds.
 */
export async function expectWhole(page: Page, timeout?: number): Promise<void> {
  const faults = async () => [...(await page.evaluate(findCutTexts)), ...(await page.evaluate(findOverlaps))];
  const where = `${page.viewportSize()?.width} px: ${page.url()}`;
  const message = `cut texts and overlaps at ${where}`;
  await expect.poll(faults, timeout === undefined ? { message } : { message, timeout }).toEqual([]);
}

/** Waits for pending renders and colour transitions. During a transition contrasts are wrong. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  });
}

/**
 * Checks that the page does not scroll sideways once it is laid out, which it waits for: half a minute unless given. Tables
 * scroll inside their card.
 */
export async function expectNoSidewaysScroll(page: Page, timeout?: number): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect
    .poll(excess, {
      message: `sideways scroll at ${page.viewportSize()?.width} px: ${page.url()}`,
      ...(timeout !== undefined && { timeout }),
    })
    .toBeLessThanOrEqual(0);
}

/** Returns how much wider the search field is than its placeholder, in pixels. */
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
