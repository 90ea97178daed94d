import type { Page } from '@playwright/test';

import { Calendar } from './support/calendar.ts';
import { newDestination } from './support/client-api.ts';
import { day, range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectPicture } from './support/pictures.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';

/** Returns the visible text of each row. */
function rowTexts(page: Page): Promise<string[]> {
  return ordersOf(page).locator('tbody').getByRole('row').allInnerTexts();
}

test('filters stand in the URL and survive reload, back, forward and a second tab', async ({ page, context }) => {
  await signIn(page);
  const filters = page.getByRole('form', { name: 'Filters' });
  const status = filters.getByLabel('Status');
  const wallet = filters.getByLabel('Wallet Type');
  await status.selectOption('Failed');
  await wallet.selectOption('Level 1');
  await filters.getByLabel('Payment Type').selectOption('Deposit');
  // Only the button applies them.
  await expect(page).toHaveURL(/dateEnd=\d{4}-\d{2}-\d{2}$/u);
  await filters.getByRole('button', { name: 'Show Data' }).click();
  await expect(page).toHaveURL(/filterType=3&depositType=level_1&paymentType=deposit$/u);
  const address = page.url();
  await expect(ordersOf(page)).not.toContainText('Success');
  await expect(ordersOf(page)).toContainText('Refunded');
  await expectGoodLook(page, 'orders-filtered');
  await new Calendar(page, 'en').open();
  await expect(page.getByText('Maximum date range is 2 days')).toBeVisible();
  await expectGoodLook(page, 'orders-calendar');
  await page.keyboard.press('Escape');
  const shown = await rowTexts(page);
  expect(shown.length).toBeGreaterThan(0);

  await page.reload();
  await expect(status).toHaveValue('3');
  await expect(wallet).toHaveValue('level_1');
  await expect.poll(() => rowTexts(page)).toEqual(shown);

  await status.selectOption('Pending');
  await filters.getByRole('button', { name: 'Show Data' }).click();
  await expect(page).toHaveURL(/filterType=5/u);
  await expect(ordersOf(page)).not.toContainText('Failed');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(status).toHaveValue('3');
  await expect.poll(() => rowTexts(page)).toEqual(shown);
  await page.goForward();
  await expect(status).toHaveValue('5');

  const second = await context.newPage();
  await second.goto(address);
  await expect.poll(() => rowTexts(second)).toEqual(shown);
  await expect(second.getByRole('form', { name: 'Filters' }).getByLabel('Status')).toHaveValue('3');
});

test('a range over the turn of a month is readable in its calendar', async ({ page }) => {
  // The last day of a month is beside the days of the next one, unless that begins with a week, on a Monday.
  let first = 1 - Number(day().slice(-2));
  while (new Date(day(first)).getUTCDay() === 1) first -= Number(day(first - 1).slice(-2));
  await signIn(page, users.root, `orders?${range(first - 1, first)}`);
  const calendar = new Calendar(page, 'en');
  await calendar.open();
  await expect(calendar.shown(first - 1)).toBeVisible();
  await expect(calendar.shown(first)).toBeVisible();
  await expectGoodLook(page, 'orders-calendar-turn');
});

test('loads nothing without dates or a search, and no more than two days apart', async ({ page }) => {
  const listCalls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/orders/external')) listCalls.push(request.url());
  });
  await signIn(page);
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
  // On another page, because the list reloads by itself when orders change.
  await page.goto('deposit');
  await expect(page.getByRole('heading', { name: 'Deposit' })).toBeVisible();
  listCalls.length = 0;

  await page.goto(`orders?dateEnd=${day()}`);
  await expect(page.getByRole('heading', { name: 'Choose a date range' })).toBeVisible();
  await expectPicture(page, 'orders-prompt');
  await page.goto(`orders?${range(-3)}`);
  await expect(page.getByText('Maximum date range is 2 days')).toBeVisible();
  await page.goto(`orders?${range(0, 1)}`);
  await expect(page.getByText('Dates in the future cannot be selected')).toBeVisible();
  // A bad value is ignored.
  await page.goto(`orders?dateStart=yesterday&dateEnd=${day()}&filterType=9&page=-4&paymentType=cash&before=x`);
  await expect(page.getByRole('heading', { name: 'Choose a date range' })).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('');
  expect(listCalls).toEqual([]);

  // An address without a range, or without any sense, opens with today.
  await page.goto('orders?filterType=9&filterType=8&query=%00&depositType=%ff');
  await expect(page).toHaveURL(new RegExp(`dateStart=${day()}&dateEnd=${day()}$`, 'u'));
  await expect(ordersOf(page).locator('tbody').getByRole('row')).not.toHaveCount(0);
  for (const url of listCalls) expect(url).not.toMatch(/=(&|$)|null|undefined/u);
});

test('turns pages by arrows, by Back and by a bare number', async ({ page }) => {
  await signIn(page, users.root, `orders?${range(-2, -1)}`);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  const next = pager.getByRole('button', { name: 'Next page' });
  const previous = pager.getByRole('button', { name: 'Previous page' });
  await expect(pager).toContainText('Rows 1–10');
  await expect(previous).toBeDisabled();
  const first = await rowTexts(page);
  await next.click();
  await expect(pager).toContainText('Rows 11–20');
  await expect(page).toHaveURL(/page=2/u);
  await next.click();
  await expect(pager).toContainText('Rows 21–30');
  const third = await rowTexts(page);
  await previous.click();
  await expect(pager).toContainText('Rows 11–20');
  const second = await rowTexts(page);
  expect(new Set([...first, ...second, ...third]).size).toBe(30);
  await previous.click();
  await expect(pager).toContainText('Rows 1–10');
  await expect.poll(() => rowTexts(page)).toEqual(first);
  await page.goBack();
  await expect(pager).toContainText('Rows 11–20');
  await expect.poll(() => rowTexts(page)).toEqual(second);

  await page.goto(`orders?${range(-2, -1)}&page=3`);
  await expect(pager).toContainText('Rows 21–30');
  await expect.poll(() => rowTexts(page)).toEqual(third);
  await page.goto(`orders?${range(-2, -1)}&page=5000`);
  await expect(page.getByRole('heading', { name: 'No more rows' })).toBeVisible();
  await expectGoodLook(page, 'orders-no-more');
  await page.getByRole('button', { name: 'Back to page 1' }).click();
  await expect.poll(() => rowTexts(page)).toEqual(first);
});

test('a last page that is full leads to one that says so, and back', async ({ page, clientApi }) => {
  const destination = newDestination('0');
  await clientApi.placeMany(20, destination);
  await signIn(page, users.root, `orders?query=%24${destination}`);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  const next = pager.getByRole('button', { name: 'Next page' });
  await next.click();
  await expect(pager).toContainText('Rows 11–20');
  // Before the orders end, the rows change by themselves.
  await expect(ordersOf(page).getByRole('row').filter({ hasText: 'Success' })).toHaveCount(10);
  const second = await rowTexts(page);
  expect(second).toHaveLength(10);
  await next.click();
  await expect(page.getByRole('heading', { name: 'No more rows' })).toBeVisible();
  await expect(page.getByText('There is nothing on page 3.')).toBeVisible();
  await expectGoodLook(page, 'orders-past-full-page');
  await page.getByRole('button', { name: 'Back to page 2' }).click();
  await expect.poll(() => rowTexts(page)).toEqual(second);
  // A page with one row less than the maximum is the last.
  await clientApi.placeMany(9, destination);
  await page.goto(`orders?query=%24${destination}&page=3`);
  await expect(pager).toContainText('Rows 21–29');
  await expect(next).toBeDisabled();
});
