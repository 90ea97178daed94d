import type { Locator } from '@playwright/test';

import { day } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { indonesianPhone } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';

const month = `startDate=${day(-30)}&endDate=${day(-1)}`;
const shortcuts = (
  'This Week,This Month,This Quarter,This Year,Last 7 Days,Last 30 Days,Last Month,Last 3 Months,Last 6 Months,' +
  'Last Year,Q1,Q2,Q3,Q4'
).split(',');

test('the figures of a shop: card, range, rankings, and their sums', async ({ page }) => {
  await signIn(page, users.root, 'connect');
  const card = page.getByRole('region', { name: 'Analytics' });
  const field = card.getByRole('button', { name: /^Period:/u });
  // Yesterday is a single day, with its date alone.
  await expect(field).toHaveAccessibleName(/^Period: \d+ \w+ \d+$/u);
  await field.click();
  const picker = page.getByRole('dialog', { name: 'Period' });
  await expect(picker.getByRole('button', { name: dayName(day(-1)), exact: true })).toBeEnabled();
  await expect(picker.getByRole('button', { name: dayName(day()), exact: true })).toBeDisabled();
  for (const name of shortcuts) await expect(picker.getByRole('button', { name, exact: true })).toBeVisible();
  await picker.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(page).toHaveURL(new RegExp(`${month}$`, 'u'));
  const top = card.getByRole('table', { name: 'Top selling SKUs by quantity' });
  await expect(top.locator('tbody').getByRole('row')).toHaveCount(3);
  await expect(card).toContainText(/compared to previous period \d+ \w+ – \d+ \w+ \d+/u);
  await expectGoodLook(page, 'analytics-home');

  // The dialog has a range of its own.
  await card.getByRole('button', { name: 'See All: Top selling SKUs by quantity' }).click();
  const all = page.getByRole('dialog', { name: 'Top selling SKUs by quantity' });
  const rows = all.getByRole('table').locator('tbody').getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(3);
  await expectGoodLook(page, 'analytics-top-skus');
  await all.getByRole('button', { name: /^Period:/u }).click();
  await picker.getByRole('button', { name: 'Last 7 Days' }).click();
  await expect(all.getByRole('button', { name: /^Period:/u })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(all).toBeHidden();

  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(new RegExp(`analytics\\?${month}$`, 'u'));
  const gmv = page.getByRole('table', { name: 'GMV by day' }).locator('tbody').getByRole('row');
  await expect(gmv).toHaveCount(30);
  const total = page.getByRole('term').filter({ hasText: 'Total GMV' }).locator('xpath=following-sibling::dd[1]');
  expect(sumOf(await gmv.locator('td:nth-child(2)').allTextContents())).toBe(number((await total.textContent()) ?? ''));
  await expectGoodLook(page, 'analytics-detail');
  await page.getByRole('button', { name: 'See All: Most clicked components' }).click();
  await expectGoodLook(page, 'analytics-components');
  await page.keyboard.press('Escape');

  // A range that cannot be picked is yesterday.
  await page.goto(`connect/analytics?startDate=${day(-3)}&endDate=${day()}`);
  await expect(page.getByRole('button', { name: /^Period: \d+ \w+ \d+$/u })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Homepage' }).click();
  await expect(card).toBeVisible();

  // Without the flag there are no analytics. The demo always has it.
  await page.route(
    (url) => url.pathname.startsWith('/external/connect'),
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"analytics":true', '"analytics":false');
      await route.fulfill({ response: answer, body });
    },
  );
  await page.goto(`connect/analytics?${month}`);
  await expect(page.getByRole('heading', { name: 'Set up your store' })).toBeVisible();
  await expect(page).toHaveURL(/\/external\/connect$/u);
  await expect(card).toBeHidden();
});

test('the funnel by mouse and by keyboard', async ({ page }) => {
  await signIn(page, users.root, `connect/analytics?${month}`);
  const funnel = page.getByRole('region', { name: 'Navigation Behavior Insights' });
  const steps = funnel.getByRole('group').getByRole('button');
  const mobileLegends = steps.filter({ hasText: 'Mobile Legends' }).first();
  const freeFire = funnel.getByRole('button', { name: /^Free Fire, /u });
  await expect(freeFire).toBeVisible();
  const count = await steps.count();

  // The table has the same figures.
  const table = funnel.getByRole('table').locator('tbody').getByRole('row');
  const fromIt = table.filter({ has: page.getByRole('rowheader', { name: 'Mobile Legends', exact: true }) });
  const shown = sumOf(await fromIt.locator('td:last-child').allTextContents());
  await expect(mobileLegends).toHaveAccessibleName(new RegExp(`^Mobile Legends, .*${grouped(shown)} users$`, 'u'));

  const tooltip = funnel.locator('[class*="tooltip"]').first();
  await mobileLegends.locator('rect').hover();
  await expect(tooltip).toContainText(`Mobile Legends${grouped(shown)} usersOut`);
  const flow = await startOf(funnel.locator('path[data-link^="0 Mobile Legends → 1 MLBB"]').first());
  await page.mouse.move(flow.x, flow.y);
  await expect(tooltip).toHaveText(/^Mobile Legends → .+\d users$/u);
  await expectGoodLook(page, 'analytics-funnel-pointed');

  // A flow alone leaves its two ends in their columns; a click outside shows all again.
  await page.mouse.click(flow.x, flow.y);
  await expect(freeFire).toBeHidden();
  await expectGoodLook(page, 'analytics-funnel-flow');
  await page.getByRole('heading', { name: 'Visitor Engagement' }).click();
  await expect(freeFire).toBeVisible();
  await mobileLegends.locator('rect').click();
  await expect(mobileLegends).toHaveAttribute('aria-pressed', 'true');
  await expect(freeFire).toBeHidden();
  await mobileLegends.locator('rect').click();
  await expect(steps).toHaveCount(count);

  // By keyboard the drawing is one tab stop.
  await page.getByRole('button', { name: 'See All: Most clicked components' }).focus();
  await page.keyboard.press('Tab');
  await expect(mobileLegends).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(steps.and(page.locator(':focus'))).toHaveAttribute('data-node', /^1 /u);
  await page.keyboard.press('ArrowLeft');
  await expect(steps.and(page.locator(':focus'))).toHaveAttribute('data-node', /^0 /u);
  await page.keyboard.press('ArrowRight');
  const sku = steps.and(page.locator(':focus'));
  await expect(sku).toHaveAttribute('data-node', /^1 /u);
  await expect(tooltip).toContainText(/users.*In.*Out/u);
  await page.keyboard.press('Enter');
  await expect(freeFire).toBeHidden();
  await expect(sku).toHaveAttribute('aria-pressed', 'true');
  await expect(funnel.locator('[data-node^="1 "]')).toHaveCount(1);
  await expectGoodLook(page, 'analytics-funnel-sku');
  await page.keyboard.press('Escape');
  await expect(steps).toHaveCount(count);
  await expect(sku).toHaveAttribute('data-node', /^1 /u);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'See All: Most clicked banners' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use(indonesianPhone);

  test('the figures of a shop, and days without any', async ({ page }) => {
    await signIn(page, users.root, `connect?${month}`);
    await expect(page.getByRole('table', { name: 'SKU terlaris menurut jumlah' })).toBeVisible();
    await expectGoodLook(page, 'analytics-home-id');
    await page.getByRole('link', { name: 'Lihat Detail' }).tap();
    await expect(page.getByRole('button', { name: /^Free Fire, .* pengguna$/u })).toBeVisible();
    await expectGoodLook(page, 'analytics-detail-id');
    await page.getByRole('button', { name: 'Lihat Semua: Banner paling banyak diklik' }).tap();
    await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    await expectGoodLook(page, 'analytics-banners-id');
    await page.goto(`connect/analytics?startDate=${day(-900)}&endDate=${day(-890)}`);
    await expect(page.getByText('Belum Ada Data')).toBeVisible();
    await expect(page.getByText('SKU terlaris muncul di sini begitu datanya tersedia.')).toBeVisible();
    await expectGoodLook(page, 'analytics-empty-id');
  });
});

/** '22 November 2026', as the calendar names its days. */
function dayName(of: string): string {
  const [year, , date] = of.split('-');
  const name = new Date(of).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return `${Number(date)} ${name} ${year}`;
}

function number(text: string): number {
  return Number(text.replaceAll(/\D/gu, ''));
}

function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + number(text), 0);
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/gu, '.');
}

/** Returns a point on a flow near its start, where flows lie beside each other. */
function startOf(flow: Locator): Promise<{ x: number; y: number }> {
  return flow.evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() * 0.04);
    const { left, top } = path.ownerSVGElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: left + x, y: top + y };
  });
}
