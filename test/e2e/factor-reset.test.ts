import { App } from './support/authenticator-app.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { linkIn } from './support/mailbox.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn } from './support/sign-in.ts';

test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', language: 'en' });

test('starts the reset of a colleague who lost the second factor, which the mail and the list cancel', async ({
  page,
  browser,
  program,
  staff,
  mailbox,
}) => {
  const own = await staff.makeUser('1003');
  const colleague = await staff.makeUser('1003', 'user');

  // The colleague has an authenticator app.
  const data = { clientId: 1003, username: colleague.username, password: colleague.password };
  const { token }: { token: string } = await (await page.request.post('/v1/auth', { data })).json();
  rememberSecret(token);
  const headers = { Authorization: `Bearer ${token}` };
  const app: { id: string; secret: string } = await (
    await page.request.post('/v1/user/factors/totp', { headers })
  ).json();
  const code = new App(app.secret).code();
  const confirmed = await page.request.post(`/v1/user/factors/totp/${app.id}/confirm`, { headers, data: { code } });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);

  await signIn(page, own, 'profile/user-management');
  const start = page.getByRole('button', { name: `Reset factors of ${colleague.username}` });
  const question = page.getByRole('dialog', { name: `Reset the second factors of ${colleague.username}?` });
  await start.click();
  await expectGoodLook(page, 'factor-reset-question');
  await question.getByRole('button', { name: 'Start reset' }).click();
  await expectSuccess(page, `The second factors of ${colleague.username} are removed in 24 hours`);
  const cancel = page.getByRole('button', { name: `Cancel reset of ${colleague.username}` });
  await expect(cancel).toBeVisible();
  await expectGoodLook(page, 'factor-reset-waits');

  // The link in the colleague's mail keeps the factors.
  const mail = await mailbox.next(colleague.email, 'The second factors of an account will be removed');
  const theirs = await browser.newContext({ baseURL: program.dashboard });
  const other = await theirs.newPage();
  await other.goto(linkIn(mail));
  await expectGoodLook(other, 'factor-reset-link');
  await other.getByRole('button', { name: 'Cancel the reset' }).click();
  await expect(other.getByText('The reset was cancelled')).toBeVisible();
  await theirs.close();

  await page.reload();
  await start.click();
  await question.getByRole('button', { name: 'Start reset' }).click();
  await cancel.click();
  await expectSuccess(page, `The second factors of ${colleague.username} stay as they are`);
  await expect(start).toBeVisible();
});
