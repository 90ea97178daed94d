import type { Page } from '@playwright/test';

import { expect, test as journey } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectFailure, expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { ordersOf, sendSignIn, signIn, signOut } from './support/sign-in.ts';

// No browser has passkeys for an IP address.
const test = journey.extend({
  baseURL: ({ program }, use) => use(program.dashboard.replace('127.0.0.1', 'localhost')),
});

/** Gives the browser a device that knows its user by the finger. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test('adds a passkey, signs in with it alone and after the password, and proves who asks', async ({
  page,
  staff,
  mailbox,
  quiet,
}) => {
  // The proof, and the passkey that was removed.
  quiet.expectStatus(403, 401);
  const own = await staff.makeUser('1003', 'user');
  await addDevice(page);
  await signIn(page, own, 'profile/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add passkey' });
  await add.getByLabel('Name of the passkey').fill('Laptop kantor');
  await expectGoodLook(page, 'passkey-add');
  await add.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  codes.forEach(rememberSecret);
  await shown.getByLabel('I have kept these codes').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Passkey: Laptop kantor')).toBeVisible();
  await expectGoodLook(page, 'passkey-on');
  await mailbox.next(own.email, 'A passkey was added');

  await signOut(page, own);
  const alone = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expectGoodLook(page, 'passkey-sign-in');
  await alone.click();
  await expect(ordersOf(page)).toBeVisible();

  await signOut(page, own);
  await sendSignIn(page, own);
  await page.getByLabel('Skip this step in this browser for 30 days').check();
  await expectGoodLook(page, 'passkey-second-step');
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(ordersOf(page)).toBeVisible();

  // The browser is remembered, so the removal needs a proof.
  await signOut(page, own);
  await sendSignIn(page, own);
  await expect(ordersOf(page)).toBeVisible();
  await page.goto('profile/security');
  await page.getByRole('button', { name: 'Remove the passkey Laptop kantor' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof.getByRole('button', { name: 'Use passkey' })).toBeVisible();
  await expectGoodLook(page, 'passkey-proof');
  await proof.getByRole('button', { name: 'Use passkey' }).click();
  await expectSuccess(page, 'Passkey has been removed');

  await signOut(page, own);
  await alone.click();
  await expectFailure(page, 'The passkey was refused. Use another way.');
});
