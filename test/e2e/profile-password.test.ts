import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { rememberSecret } from './support/secrets.ts';
import { ordersOf, sendSignIn, signIn, type User } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    title: 'Change Password',
    current: 'Current password',
    password: 'New password',
    confirmation: 'Confirm new password',
    currentRequired: 'Please input your current password!',
    tooShort: 'Please input at least 8 characters',
    reused: 'Please choose a password that you have not used before',
    accepted: 'This password can be used',
    mismatch: 'Both passwords must be identical!',
    wrongPassword: 'Please input the correct password.',
    changed: 'Password has been changed',
    mail: 'Your password was changed',
  },
  id: {
    title: 'Ganti Kata Sandi',
    current: 'Kata sandi saat ini',
    password: 'Kata sandi baru',
    confirmation: 'Ulangi kata sandi baru',
    currentRequired: 'Masukkan kata sandi Anda saat ini!',
    tooShort: 'Masukkan minimal 8 karakter',
    reused: 'Pilih kata sandi yang belum pernah Anda gunakan',
    accepted: 'Kata sandi ini dapat digunakan',
    mismatch: 'Kedua kata sandi harus sama!',
    wrongPassword: 'Masukkan kata sandi yang benar.',
    changed: 'Kata sandi telah diganti',
    mail: 'Kata sandi Anda telah diubah',
  },
};

/** User agent of a second device. */
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** Signs in on a second device. */
async function signInElsewhere(other: Page, page: Page, own: User): Promise<void> {
  await other.goto(new URL('/external/login', page.url()).href);
  await sendSignIn(other, own);
  await expect(ordersOf(other)).toBeVisible();
}

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const formOf = (page: Page) => page.getByRole('form', { name: texts.title });

  test('changes the own password by the rules, which ends the other sessions @once', async ({
    page,
    browser,
    quiet,
    staff,
    mailbox,
  }) => {
    quiet.expectStatus(400);
    const own = await staff.makeUser('1003', 'user');
    const next = 'Rak-Buku-2026';
    rememberSecret(next);
    await signIn(page, own, 'profile/password');
    const device = await browser.newContext({ userAgent: iPhone });
    const other = await device.newPage();
    await signInElsewhere(other, page, own);

    const form = formOf(page);
    const current = form.getByLabel(texts.current, { exact: true });
    const password = form.getByLabel(texts.password, { exact: true });
    const confirmation = form.getByLabel(texts.confirmation, { exact: true });
    const submit = form.getByRole('button', { name: texts.title });
    await expect(submit).toBeDisabled();
    await expectGoodLook(page, `profile-password-${language}`);

    await password.fill('Kuda-7');
    await expect(form.getByText(texts.tooShort)).toBeVisible();
    await expect(submit).toBeDisabled();
    // Only the server knows past passwords.
    await password.fill(own.password);
    await expect(form.getByText(texts.reused)).toBeVisible();
    await expect(submit).toBeDisabled();
    await expectGoodLook(page, `profile-password-refused-${language}`);
    await password.fill(next);
    await expect(form.getByText(texts.accepted)).toBeVisible();
    await confirmation.fill(`${next}x`);
    await submit.click();
    await expect(form.getByText(texts.currentRequired)).toBeVisible();
    await expect(form.getByText(texts.mismatch)).toBeVisible();
    // The click may have scrolled, if the button of Help lay over the one of the form.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectPicture(page, 'profile-password-mismatch');
    await confirmation.fill(next);
    await current.fill('not the password');
    await submit.click();
    await expect(form.getByText(texts.wrongPassword)).toBeVisible();
    await expect(current).toBeFocused();

    await current.fill(own.password);
    await submit.click();
    await expectSuccess(page, texts.changed);
    await expect(password).toHaveValue('');
    await mailbox.next(own.email, texts.mail);
    await expect(other).toHaveURL(/\/external\/login\?next=/u, { timeout: 30_000 });
    await sendSignIn(other, own, next);
    await expect(ordersOf(other)).toBeVisible();
    await device.close();
  });
});
