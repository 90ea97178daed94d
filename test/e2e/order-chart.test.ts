import type { Page } from '@playwright/test';

import { Calendar } from './support/calendar.ts';
import { day, range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';
import { indonesianPhone, inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    chart: 'Orders by hour',
    all: 'All',
    only: 'Filtered to',
    takeAway: 'clear hour filter',
    success: 'Success',
  },
  id: {
    chart: 'Order per jam',
    all: 'Semua',
    only: 'Hanya order pada',
    takeAway: 'tampilkan semua jam lagi',
    success: 'Berhasil',
  },
};
const hourLength = 60 * 60 * 1000;
const fullPage = 10;

interface Bar {
  /** Index in the chart. */
  column: number;
  title: string;
  all: number;
  success: number;
}

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('orders by hour and state; a bar narrows the list to exactly its hour', async ({ page }) => {
    await signIn(page, users.root, `orders?${range(-1)}`);
    const chart = page.getByRole('region', { name: texts.chart });
    const figures = page.getByRole('table', { name: texts.chart });
    await expect(figures.getByRole('row')).toHaveCount(2 * 24 + 1);
    await expect(chart.getByRole('listbox').getByRole('option')).toHaveCount(2 * 24);
    // The figures in words are those of the table.
    const bars = await readBars(page, texts.chart);
    const success = bars.reduce((sum, bar) => sum + bar.success, 0);
    await expect(chart.getByRole('definition').first()).toHaveText(String(success).replace(/\B(?=(\d{3})+$)/u, '.'));
    await expectGoodLook(page, `orders-chart-${language}`);

    // An hour of yesterday, whose count no longer changes, with at most one page of orders.
    const bar = bars.find(({ all, success: good, column }) => column < 24 && good > 0 && good < all && all < fullPage);
    if (!bar) throw new Error('no hour of yesterday suits');
    const hourCall = page.waitForResponse(
      (answer) => answer.url().includes('/orders/external?') && answer.url().includes('hour='),
    );
    const point = await centreOf(page, bar.column);
    if (phone) {
      await page.touchscreen.tap(point.x, point.y);
      await chart
        .locator('xpath=..')
        .getByRole('button', { name: `${texts.all} ${bar.all}` })
        .tap();
    } else {
      // Neither a click of the right button nor the end of a text selection from above chooses a bar.
      const entries = await page.evaluate(() => history.length);
      await page.mouse.click(point.x, point.top, { button: 'right' });
      await page.keyboard.press('Escape');
      await page.mouse.move(point.x, point.top - 150);
      await page.mouse.down();
      await page.mouse.move(point.x, point.top);
      await page.mouse.up();
      await page.mouse.click(point.x, point.top);
      await expect(page).toHaveURL(/hour=/u);
      // If each press were a history entry, Back would lead to the last choice.
      expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    }
    const orders: { orderId: string; createdAt: string }[] = await (await hourCall).json();
    expect(orders).toHaveLength(bar.all);
    const start = Date.parse(new URL(page.url()).searchParams.get('hour') ?? '');
    for (const { createdAt } of orders) expect(Math.floor((Date.parse(createdAt) - start) / hourLength)).toBe(0);
    await expect(rowsOf(page, phone)).toHaveCount(bar.all);
    const narrowing = page.getByRole('button', { name: `${bar.title}: ${texts.takeAway}` });
    await expect(narrowing).toBeVisible();
    await expect(page.getByText(texts.only)).toBeVisible();
    // The chart still shows the other hours.
    await expect(figures.getByRole('row')).toHaveCount(2 * 24 + 1);
    await expectGoodLook(page, `orders-hour-${language}`);

    await page.reload();
    await expect(narrowing).toBeVisible();
    await expect(rowsOf(page, phone)).toHaveCount(bar.all);
    await narrowing.click();
    await expect(page).not.toHaveURL(/hour=/u);
    await expect(narrowing).toBeHidden();
    await expect(rowsOf(page, phone)).toHaveCount(fullPage);
    await page.goBack();
    await expect(rowsOf(page, phone)).toHaveCount(bar.all);
    // An hour outside the range: the list is empty and offers a way out.
    await page.goto(`orders?${range(-1)}&hour=2020-01-01T00:00:00Z`);
    await expect(page.getByRole('button', { name: new RegExp(texts.takeAway, 'u') })).toBeVisible();
    await expectGoodLook(page, `orders-hour-empty-${language}`);
  });
});

test.describe('on a phone', () => {
  test.use(indonesianPhone);
  const texts = textsIn.id;

  test('the figures of a tapped bar go with the days it belongs to', async ({ page }) => {
    await signIn(page, users.root, `orders?${range(-1, -1)}`);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(24);
    const bar = (await readBars(page, texts.chart)).find(({ all }) => all > 0);
    if (!bar) throw new Error('yesterday had no order');
    const point = await centreOf(page, bar.column);
    await page.touchscreen.tap(point.x, point.y);
    const figures = page.getByText(bar.title, { exact: true }).and(page.locator('span'));
    await expect(figures).toBeVisible();
    await expectGoodLook(page, 'orders-chart-tapped');

    await page.getByRole('button', { name: /^Filter/u }).tap();
    await new Calendar(page, 'id').pick(-2, -2);
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Tampilkan Data' }).tap();
    await expect(page).toHaveURL(new RegExp(`dateEnd=${day(-2)}`, 'u'));
    await expect(page.getByRole('table', { name: texts.chart })).not.toContainText(bar.title);
    // No figures of another hour are shown.
    await expect(page.getByRole('button', { name: new RegExp(`^${texts.all} \\d`, 'u') })).toHaveCount(0);
  });
});

/** Returns the rows of the list: of the table, or on phones the buttons. */
function rowsOf(page: Page, phone: boolean) {
  return phone
    ? ordersOf(page).locator('button[data-returns^="order-"]')
    : ordersOf(page).locator('tbody').getByRole('row');
}

/** Reads the bars from the table for screen readers. */
async function readBars(page: Page, name: string): Promise<Bar[]> {
  const table = page.getByRole('table', { name });
  const rows = await table.locator('tbody').getByRole('row').all();
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
  return cells.map(([title = '', ...counts], column) => {
    const [success = 0, ...others] = counts.map((count) => Number(count.replaceAll('.', '')));
    return { column, title, success, all: others.reduce((sum, count) => sum + count, success) };
  });
}

/** Returns the position of a bar on the screen: its centre, above its segments. */
async function centreOf(page: Page, column: number): Promise<{ x: number; y: number; top: number }> {
  const box = await page.getByRole('listbox').getByRole('option').nth(column).boundingBox();
  if (!box) throw new Error(`no bar ${column}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y + 2 };
}
