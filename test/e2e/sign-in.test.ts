import { range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, sendSignIn, signOut, storedToken, users } from './support/sign-in.ts';

test('signs in, sees the orders and signs out for good @core', async ({ page }) => {
  await page.goto('./');
  await expect(page).toHaveTitle('Sign in · Loket');
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toBeVisible();
  await expectGoodLook(page, 'sign-in');

  await sendSignIn(page, users.root);
  await expect(page).toHaveURL(/\/external\/orders\?dateStart=\d{4}-\d{2}-\d{2}&dateEnd=\d{4}-\d{2}-\d{2}$/u);
  await expect(page).toHaveTitle('Order History · Loket');
  expect(await storedToken(page)).not.toBeNull();

  // A signed-in user is redirected from the sign-in page.
  await page.goto('login');
  await expect(page).toHaveURL(/\/external\/orders\?/u);

  await page.getByRole('button', { name: 'Account of Rina Marlina' }).click();
  const account = page.getByRole('dialog', { name: 'Account of Rina Marlina' });
  await expect(account).toContainText('Rina Marlina');
  await expect(account).toContainText('root.1001@example.com');
  await expectGoodLook(page, 'account');
  await account.getByRole('link', { name: 'My Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

  const token = await storedToken(page);
  const signOutCall = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith('/v1/user/logout'),
  );
  await signOut(page);
  await signOutCall;
  const sessionKeys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('loket.dashboard.session.')),
  );
  expect(sessionKeys).toEqual([]);
  // The session is ended on the server too.
  const answer = await page.request.get('/v1/auth/test', { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/\/external\/login\?next=/u);
  await page.goto('orders');
  await expect(page).toHaveURL(/\/external\/login\?next=/u);
});

test('lands where the link led, also after the session ended', async ({ page, quiet }) => {
  quiet.expectStatus(401);
  const { search } = new URL(`http://x?${range(-3, -2)}&filterType=3`);
  await page.goto(`orders${search}`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await sendSignIn(page, users.root);
  await expect(page).toHaveURL((url) => url.pathname === '/external/orders' && url.search === search);
  await expect(ordersOf(page)).toBeVisible();

  await page.getByRole('link', { name: 'Deposit' }).click();
  const headers = { Authorization: `Bearer ${await storedToken(page)}` };
  expect((await page.request.post('/v1/user/logout', { headers })).ok()).toBe(true);
  await page.getByRole('link', { name: 'Order History' }).click();
  await expect(page.getByRole('alert')).toHaveText('Token expired, please login again');
  await expect(page).toHaveURL(/\/external\/login\?next=%2Forders/u);
  await sendSignIn(page, users.root);
  await expect(page).toHaveURL(/\/external\/orders\?/u);

  // Back does not lead to the sign-in page, and `next` does not lead to another origin.
  await signOut(page);
  await page.goto('login?next=//evil.example/orders');
  await sendSignIn(page, users.root);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/external\/orders\?dateStart=/u);
});

test('says under each field what is missing, and takes digits alone as client id', async ({ page }) => {
  await page.goto('login');
  const login = page.getByRole('button', { name: 'LOGIN' });
  await login.click();
  for (const field of ['Client ID', 'Username', 'Password']) {
    await expect(page.getByText(`${field} must be filled`)).toBeVisible();
  }
  const clientId = page.getByLabel('Client ID');
  await expect(clientId).toBeFocused();
  await expect(clientId).toHaveAccessibleDescription('Client ID must be filled');
  await expectGoodLook(page, 'sign-in-missing');

  await clientId.pressSequentially('no 1.001');
  await expect(clientId).toHaveValue('1001');
  await login.click();
  await expect(page.getByText('Client ID must be filled')).toBeHidden();
  await expect(page.getByLabel('Username')).toBeFocused();

  const secret = page.getByLabel('Password', { exact: true });
  await secret.fill('what-it-is');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(secret).toHaveAttribute('type', 'text');
});

test('sends a sign-in once, however long the first page takes to come', async ({ page }) => {
  const gate: { open?: () => void } = {};
  let opened: Promise<void> | undefined;
  // The route is set before the page opens: one that is set just before a request may come too late for it.
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('login');
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/auth')) sent += 1;
  });
  await sendSignIn(page, users.root);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('loket.dashboard.session.userDetail')))
    .not.toBeNull();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  gate.open?.();
  await expect(page).toHaveURL(/\/external\/orders\?/u);
  await expect(page).toHaveTitle('Order History · Loket');
  expect(sent).toBe(1);
});
