import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { artefacts } from './places.ts';

const schemes = ['light', 'dark'] as const;

/** Frames in which nothing runs. They can't answer a question either: what they hold is looked at as a page of its own. */
const silentFrames = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

/** What a theme can break once the screen is right in the other one. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Nothing on the screen, whatever is open on it, breaks a rule of accessibility: any, or one of these. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const iframes = (await page.locator(silentFrames).count()) === 0;
  // Legacy is the mode that opens no second page for every look; it only lacks frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    iframes,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(found, `accessible: ${page.url()}`).toEqual([]);
}

/**
 * The screen as it is now, in light and in dark: accessible, not wider than the window, and kept as pictures where it
 * has a name. It leaves the theme to the system, as the user found it.
 */
export async function expectGoodLook(page: Page, name?: string): Promise<void> {
  await expectNoSidewaysScroll(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await standStill(page);
    await expectAccessible(page, colorScheme === 'light' ? undefined : rulesOfColour);
    const width = page.viewportSize()?.width ?? 0;
    if (name) await page.screenshot({ path: `${artefacts}/screens/${name}-${width}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
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
