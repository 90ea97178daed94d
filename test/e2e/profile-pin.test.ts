import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn, confirmLink, type Mailbox } from './support/mailbox.ts';
import { expectSuccess, textAppears } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { signIn, storedToken } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    profile: 'Profile',
    title: 'Change PIN',
    current: 'Current PIN',
    pin: 'New PIN',
    confirmation: 'Confirm new PIN',
    currentRequired: 'Please input your current PIN!',
    wrongLength: 'PIN must be exactly 6 characters long!',
    mismatch: 'The two PINs you entered do not match!',
    tooEasy: 'PIN is too easy to guess',
    wrongPin: 'PIN is wrong',
    locked: /^PIN is locked\. Try again after (?:.+, )?\d\d:\d\d WIB, or reset it\.$/u,
    changed: 'Your PIN has been successfully changed.',
    request: 'Request new PIN',
    reset: 'Reset PIN',
    question: 'Reset your PIN?',
    mailed: 'Request Sent: Please check your email to confirm the new PIN.',
    waiting: 'We sent you an email.',
    confirmMail: 'Confirm your new PIN',
    newMail: 'Your new PIN',
    changedMail: 'Your PIN was changed',
  },
  id: {
    profile: 'Profil',
    title: 'Ganti PIN',
    current: 'PIN saat ini',
    pin: 'PIN baru',
    confirmation: 'Ulangi PIN baru',
    currentRequired: 'Masukkan PIN Anda saat ini!',
    wrongLength: 'PIN harus tepat 6 karakter!',
    mismatch: 'Kedua PIN yang Anda masukkan tidak sama!',
    tooEasy: 'PIN terlalu mudah ditebak',
    wrongPin: 'PIN salah',
    locked: /^PIN dikunci\. Coba lagi setelah (?:.+, )?\d\d:\d\d WIB, atau atur ulang\.$/u,
    changed: 'PIN Anda berhasil diganti.',
    request: 'Minta PIN baru',
    reset: 'Atur Ulang PIN',
    question: 'Atur ulang PIN Anda?',
    mailed: 'Permintaan terkirim: Silakan periksa email Anda untuk mengonfirmasi PIN baru.',
    waiting: 'Kami mengirim email kepada Anda.',
    confirmMail: 'Konfirmasi PIN baru',
    newMail: 'PIN baru Anda',
    changedMail: 'PIN Anda telah diubah',
  },
};

/** In the language of the client 1003: the account has none, and somebody else may have tried the PIN. */
const lockedMail = 'PIN Anda dikunci';
const ownPin = '482915';
const wrongPin = '905173';
/** Time before the dashboard reloads, in milliseconds. */
const reloadDelay = 1000;

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const formOf = (page: Page) => page.getByRole('form', { name: texts.title });

  async function change(page: Page, ...pins: [current: string, pin: string, confirmation: string]): Promise<void> {
    const fields = [texts.current, texts.pin, texts.confirmation];
    for (const [at, pin] of pins.entries()) await page.getByLabel(fields[at] ?? '', { exact: true }).fill(pin);
    await formOf(page).getByRole('button', { name: texts.title }).click();
  }

  /**
   * Presses the button that requests the mail. Expects the page to reload a second later, with the user loaded from the
   * server.
   */
  async function askForMail(page: Page, press: () => Promise<void>): Promise<void> {
    const notice = textAppears(page, '[role=status]', texts.mailed);
    const loaded = page.waitForEvent('domcontentloaded').then(() => performance.now());
    const fresh = page.waitForEvent('framenavigated').then(() => page.waitForResponse(/\/v1\/user$/u));
    const from = performance.now();
    await press();
    await notice;
    expect((await loaded) - from).toBeGreaterThanOrEqual(reloadDelay);
    await fresh;
    await expect(page.getByRole('main').getByText(texts.waiting)).toBeVisible();
  }

  /** Confirms the link of the first mail and returns the PIN of the second. */
  async function readPin(page: Page, mailbox: Mailbox, email: string): Promise<string> {
    await (await confirmLink(page, await mailbox.next(email, texts.confirmMail))).close();
    return codeIn(await mailbox.next(email, texts.newMail));
  }

  test('asks for a PIN, changes it, and resets it once it is locked @once', async ({ page, quiet, staff, mailbox }) => {
    quiet.expectStatus(400, 401, 403);
    rememberSecret(ownPin);
    const own = await staff.makeUser('1003');
    await signIn(page, own, 'profile/pin');
    const request = page.getByRole('button', { name: texts.request });
    await expect(request).toBeVisible();
    await expectGoodLook(page, `profile-pin-none-${language}`);
    await askForMail(page, () => request.click());
    await expectGoodLook(page, `profile-pin-waiting-${language}`);
    const mailed = await readPin(page, mailbox, own.email);
    // After a reload the PIN is known, although users are cached for five minutes.
    await page.getByRole('link', { name: texts.profile, exact: true }).click();
    await page.getByRole('link', { name: texts.title }).click();
    await expect(formOf(page)).toBeVisible();
    await expectGoodLook(page, `profile-pin-${language}`);

    const form = formOf(page);
    await form.getByRole('button', { name: texts.title }).click();
    for (const message of [texts.currentRequired, texts.wrongLength, texts.mismatch]) {
      await expect(form.getByText(message)).toBeVisible();
    }
    await expectPicture(page, 'profile-pin-refused');
    await change(page, mailed, '48291', '48291');
    await expect(form.getByText(texts.wrongLength)).toBeVisible();
    await change(page, mailed, ownPin, wrongPin);
    await expect(form.getByText(texts.mismatch)).toBeVisible();
    await change(page, mailed, '123456', '123456');
    await expect(form.getByText(texts.tooEasy)).toBeVisible();
    // At most six characters, digits only.
    const field = page.getByLabel(texts.current, { exact: true });
    await field.fill('');
    await field.pressSequentially('9a0517399');
    await expect(field).toHaveValue('905173');
    await change(page, mailed, ownPin, ownPin);
    await expectSuccess(page, texts.changed);
    await expect(field).toHaveValue('');
    await mailbox.next(own.email, texts.changedMail);

    const token = await storedToken(page);
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      const refused = page.waitForResponse(/\/v1\/pin$/u);
      await change(page, wrongPin, mailed, mailed);
      expect((await refused).status()).toBe(401);
      await expect(form.getByText(texts.wrongPin)).toBeVisible();
    }
    // Now the right PIN is refused too.
    await change(page, ownPin, mailed, mailed);
    await expect(form.getByText(texts.locked)).toBeVisible();
    await expectGoodLook(page, `profile-pin-locked-${language}`);
    await mailbox.next(own.email, lockedMail);
    expect(await storedToken(page)).toBe(token);

    await page.reload();
    await page.getByRole('button', { name: texts.reset }).click();
    const question = page.getByRole('dialog', { name: texts.question });
    await expectGoodLook(page, `profile-pin-question-${language}`);
    await askForMail(page, () => question.getByRole('button', { name: texts.reset }).click());
    const again = await readPin(page, mailbox, own.email);
    await change(page, again, ownPin, ownPin);
    await expectSuccess(page, texts.changed);
  });
});
