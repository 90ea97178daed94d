import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectPicture } from './support/pictures.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';

// These journeys replace answers of the server by answers that it doesn't give.

test('tells in the list that it could not be loaded, and loads it on Retry', async ({ page, quiet }) => {
  quiet.expectStatus(500);
  await signIn(page);
  await page.route('**/v1/orders/external?*', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'InternalError', message: 'Try later.', fields: [], requestId: 'r-77' },
    }),
  );
  await page.reload();
  const failed = ordersOf(page).getByRole('alert');
  await expect(failed).toContainText('Orders could not be loaded');
  await expect(failed).toContainText('Try later.');
  await expect(failed).toContainText('InternalError');
  await expect(failed).toContainText('r-77');
  await expectGoodLook(page, 'orders-failed');

  // A failed retry changes nothing, not even the focus.
  const retry = failed.getByRole('button', { name: 'Retry' });
  const answered = page.waitForResponse('**/v1/orders/external?*');
  await retry.focus();
  await page.keyboard.press('Enter');
  await answered;
  await expect(retry).toBeFocused();

  await page.unroute('**/v1/orders/external?*');
  await retry.click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
});

test('puts a page in the place of one that broke', async ({ page, quiet }) => {
  // The page breaks on an order without the object of its references, and the browser logs that error alone.
  quiet.expect(/^error: TypeError: Cannot convert undefined or null to object/u);
  await signIn(page);
  await page.route('**/v1/orders/external?*', async (route) => {
    const orders: object[] = await (await route.fetch()).json();
    await route.fulfill({ json: orders.map((order) => Object.assign(order, { reference: null })) });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expectGoodLook(page, 'broken');
  await page.unroute('**/v1/orders/external?*');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
});

test('knows no page at an unknown address', async ({ page }) => {
  await page.goto('no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found :(' })).toBeVisible();
  await expectPicture(page, 'not-found');
  await page.getByRole('link', { name: 'Back to homepage' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();

  await signIn(page, users.root, 'orders/nonsense');
  await expect(page.getByRole('heading', { name: 'Page not found :(' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to homepage' }).click();
  await expect(ordersOf(page)).toBeVisible();
});
