import { expect, test } from './support/journey.ts';
import { expectAccessible, expectGoodLook } from './support/look.ts';
import { ordersOf, sendSignIn, signIn, users } from './support/sign-in.ts';

// What the server of this version never answers by itself is put in its mouth here.

test('says what the error catalogue says for 403 and 500', async ({ page, quiet }) => {
  quiet.expectStatus(403, 500);
  await signIn(page);
  await page.route('**/v1/deposits/client', (route) =>
    route.fulfill({ status: 403, json: { code: 'ForbiddenError', message: 'No.', fields: [], requestId: 'r1' } }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Unauthorized Action!');
  await expectAccessible(page);

  await page.unroute('**/v1/deposits/client');
  await page.route('**/v1/deposits/client', (route) =>
    route.fulfill({ status: 500, json: { code: 'InternalError', message: 'Try later.', fields: [], requestId: 'r2' } }),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('InternalError');
  await expect(page.getByRole('alert')).toContainText('Try later.');
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
});

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
  await expect(failed).toContainText('r-77');
  await expectGoodLook(page, 'orders-failed');

  await page.unroute('**/v1/orders/external?*');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(ordersOf(page).getByRole('row')).toHaveCount(11);
});

test('does not take a sign-in without a token for one', async ({ page }) => {
  await page.route('**/v1/auth', (route) => route.fulfill({ status: 200, json: {} }));
  await page.goto('login');
  await sendSignIn(page, users.root);
  await expect(page.getByRole('alert')).toHaveText('Undefined login token');
  await expect(page).toHaveURL(/\/external\/login$/u);
});

test('puts a page in the place of one that broke', async ({ page, quiet }) => {
  quiet.expect(/Cannot |undefined|null/u);
  await signIn(page);
  await page.route('**/v1/orders/external?*', (route) => route.fulfill({ status: 200, json: [{ orderId: '1' }] }));
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
  await expectGoodLook(page, 'not-found');
  await page.getByRole('link', { name: 'Back to homepage' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();

  await signIn(page);
  await page.goto('orders/nonsense');
  await expect(page.getByRole('heading', { name: 'Page not found :(' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to homepage' }).click();
  await expect(ordersOf(page)).toBeVisible();
});
