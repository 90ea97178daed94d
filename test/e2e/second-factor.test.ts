import type { Page } from '@playwright/test';

import { App } from './support/authenticator-app.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { ordersOf, sendSignIn, signIn, signOut, storedToken } from './support/sign-in.ts';

/** Opens Profile, Security from any page. */
async function openSecurity(page: Page): Promise<void> {
  await page.goto('profile/security');
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}

test('sets up an authenticator app, signs in with its code, and proves who asks before a change', async ({
  page,
  staff,
  mailbox,
  quiet,
}) => {
  quiet.expectStatus(403);
  // The orders may still be under way when the user signs out.
  quiet.allow(/responded with a status of 401 .*\/v1\/orders\/external/u);
  const own = await staff.makeUser('1003', 'user');
  await signIn(page, own, 'profile/security');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up authenticator app' });
  const app = new App(await setUp.locator('code').innerText());
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectGoodLook(page, 'factor-set-up');
  await setUp.getByLabel('Code that the app shows now').fill(await app.earlierCode());
  await setUp.getByRole('button', { name: 'Confirm' }).click();

  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  codes.forEach(rememberSecret);
  await expectGoodLook(page, 'factor-codes');
  const done = shown.getByRole('button', { name: 'Done' });
  await expect(done).toBeDisabled();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expectSuccess(page, 'Recovery codes copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  await shown.getByLabel('I have kept these codes').check();
  await done.click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectGoodLook(page, 'factor-on');
  await mailbox.next(own.email, 'An authenticator app was added');

  await signOut(page, own);
  await sendSignIn(page, own);
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expectGoodLook(page, 'second-step');
  await code.fill(app.code());
  await page.getByLabel('Skip this step in this browser for 30 days').check();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(ordersOf(page)).toBeVisible();

  // The browser is remembered: no second step, but a proof before a change.
  await signOut(page, own);
  await sendSignIn(page, own);
  await expect(ordersOf(page)).toBeVisible();
  await openSecurity(page);
  await expect(page.getByText('remembered until')).toBeVisible();
  const before = await storedToken(page);
  await page.getByRole('button', { name: 'Make new codes…' }).click();
  await page
    .getByRole('dialog', { name: 'Make new recovery codes?' })
    .getByRole('button', { name: 'Make new codes' })
    .click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expectGoodLook(page, 'proof');
  await proof.getByLabel('Code of your authenticator app').fill(await app.nextCode());
  await proof.getByRole('button', { name: 'Confirm' }).click();
  // The call was repeated with the new token of the session.
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const again = await shown.getByRole('listitem').allInnerTexts();
  again.forEach(rememberSecret);
  expect(again).not.toEqual(codes);
  expect(await storedToken(page)).not.toBe(before);
});
