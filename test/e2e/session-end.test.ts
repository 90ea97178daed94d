import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, sendSignIn, signIn, storedToken, users } from './support/sign-in.ts';

test('leads to the sign-in page when the session was ended elsewhere', async ({ page, quiet }) => {
  quiet.expectStatus(401);
  await signIn(page);
  const token = await storedToken(page);
  await page.request.post('/v1/user/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Show Data' }).click();

  // Many calls fail at once; they say it once.
  const notice = page.getByRole('alert');
  await expect(notice).toHaveText('Token expired, please login again');
  await expect(page).toHaveURL(/\/external\/login$/u);
  expect(await storedToken(page)).toBeNull();
  await expect(notice).toHaveCount(1);
  await expectGoodLook(page, 'token-expired');

  await page.getByRole('button', { name: 'Close notification' }).click();
  await sendSignIn(page, users.root);
  await expect(ordersOf(page)).toBeVisible();
});

test('says once that the session is over, also where nothing was loaded before', async ({ page, quiet }) => {
  quiet.expectStatus(401);
  await signIn(page);
  const token = await storedToken(page);
  await page.request.post('/v1/user/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.reload();
  await expect(page.getByText('Token expired, please login again')).toHaveCount(1);
  await expect(page.getByText('Orders could not be loaded')).toHaveCount(0);
  await expect(page).toHaveURL(/\/external\/login$/u);
});

test('leads to the sign-in page soon after staff ended the session, whoever sits there', async ({
  page,
  staff,
  quiet,
}) => {
  quiet.expectStatus(401);
  const user = await staff.makeUser('1001');
  await signIn(page, user);
  await staff.signOut(user);
  // Nobody touches the page: its stream of hints ends, and what asks for another one is refused.
  await expect(page.getByRole('alert')).toHaveText('Token expired, please login again');
  await expect(page).toHaveURL(/\/external\/login$/u);
  expect(await storedToken(page)).toBeNull();
});

test('lets a stored token that is worth nothing go', async ({ page, quiet }) => {
  quiet.expectStatus(401);
  await page.goto('login');
  await page.evaluate(() => localStorage.setItem('loket.session.token', JSON.stringify('not-a-token')));
  await page.goto('./');
  await expect(page.getByRole('alert')).toHaveText('Please login again');
  expect(await storedToken(page)).toBeNull();
  await sendSignIn(page, users.root);
  await expect(ordersOf(page)).toBeVisible();
});

test('sends an expired password to be changed', async ({ page, quiet }) => {
  quiet.expectStatus(401);
  await page.goto('login');
  await sendSignIn(page, users.expired);
  await expect(page.getByRole('alert')).toHaveText('Password expired, please change your password');
  await expect(page).toHaveURL(/\/external\/change-password$/u);
  await expect(page.getByRole('heading', { name: 'Expired Password' })).toBeVisible();
  await expectGoodLook(page, 'expired-password');

  // The flag is kept, so neither the way in nor the orders are open.
  for (const place of ['login', './', 'orders']) {
    await page.goto(place);
    await expect(page).toHaveURL(/\/external\/change-password$/u);
  }
  await page.getByText('Logout').click();
  await expect(page).toHaveURL(/\/external\/login$/u);
  expect(await storedToken(page)).toBeNull();
});

test('signs out of every tab at once', async ({ page, context, quiet }) => {
  // What the first tab asks for in that very moment is refused.
  quiet.expectStatus(401);
  await signIn(page);
  const other = await context.newPage();
  await other.goto('deposit');
  await expect(other.getByRole('heading', { name: 'Deposit' })).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/external\/login$/u);
  await expect(page).toHaveURL(/\/external\/login$/u);
});
