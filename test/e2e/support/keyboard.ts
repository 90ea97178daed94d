import type { Page } from '@playwright/test';

const mostTabs = 60;

/** Presses Tab until the element has the focus. Fails after a number of steps. */
export async function tabTo(page: Page, role: 'button' | 'link' | 'textbox', name: string | RegExp): Promise<void> {
  const goal = page.getByRole(role, { name }).first();
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${role} ${String(name)} is out of reach of the keyboard`);
}
