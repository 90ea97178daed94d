import { expect, test } from './support/journey.ts';
import { signIn, storedToken } from './support/sign-in.ts';

test('leads to the sign-in page soon after staff ended the session, whoever sits there', async ({
  page,
  staff,
  quiet,
}) => {
  quiet.expectStatus(401);
  const user = await staff.makeUser('1001');
  await signIn(page, user);
  await staff.signOut(user);
  // Without any user action the event stream ends and the next one is refused.
  await expect(page.getByRole('alert')).toHaveText('Token expired, please login again');
  await expect(page).toHaveURL(/\/external\/login\?next=/u);
  expect(await storedToken(page)).toBeNull();
});

test('signs out of every tab at once', async ({ page, context, quiet }) => {
  // Calls of the first tab at that moment are refused.
  quiet.allow(/responded with a status of 401/u);
  await signIn(page);
  const other = await context.newPage();
  await other.goto('deposit');
  await expect(other.getByRole('heading', { name: 'Deposit' })).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/external\/login$/u);
  await expect(page).toHaveURL(/\/external\/login\?next=/u);
});
