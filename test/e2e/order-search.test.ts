import type { Page } from '@playwright/test';

import { newDestination, newReference } from './support/client-api.ts';
import { day, range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook, roomAfterHint } from './support/look.ts';
import { ordersOf, signIn } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

function rowsOf(page: Page) {
  return ordersOf(page).locator('tbody').getByRole('row');
}

test('finds an order by its id, its reference and its destination', async ({ page, clientApi }) => {
  await signIn(page);
  const destination = newDestination('1');
  const reference = newReference();
  const { orderId } = await clientApi.placeOrder(destination, reference);
  await clientApi.placeOrder(newDestination('1'));
  const box = page.getByPlaceholder('#OrderId, !Client Ref, $Destination Number');

  const finding = [`#${orderId}`, `!${reference}`, `$${destination}`, orderId, reference, destination];
  for (const search of finding) {
    await box.fill(search);
    // Without Enter: the search starts when typing pauses. A sign drops the default dates.
    await expect(page).toHaveURL(
      (url) => url.searchParams.get('query') === search && !url.searchParams.has('dateStart'),
    );
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText(reference);
  }
  await expectGoodLook(page, 'orders-search');

  // A prefix limits the search to its column.
  await box.fill(`#${reference}`);
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'No order found' })).toBeVisible();
  await expectGoodLook(page, 'orders-none');
  // Without a search the default dates are back.
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('dateStart') === day(-1));
  await expect(rowsOf(page)).toHaveCount(10);

  // A range narrows a search, which needs none.
  await page.goto(`orders?${range(-2, -2)}&query=${encodeURIComponent(`#${orderId}`)}`);
  await expect(page.getByRole('heading', { name: 'No order found' })).toBeVisible();
  await page.getByRole('button', { name: 'Search all dates' }).click();
  await expect(page).toHaveURL((url) => !url.searchParams.has('dateStart'));
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(box).toHaveValue(`#${orderId}`);
});

inEveryVariant(() => {
  test('the hint of the search box is whole @once', async ({ page }) => {
    await signIn(page);
    expect(await roomAfterHint(page)).toBeGreaterThanOrEqual(0);
  });
});
