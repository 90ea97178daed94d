import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { confirmLink } from './support/mailbox.ts';
import { expectSuccess } from './support/notices.ts';
import { signIn } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    profile: 'Profile',
    passwordSection: 'Change Password',
    information: 'Personal information',
    username: 'Username',
    clientId: 'Client ID',
    role: 'Role',
    email: 'Main email',
    emailFinance: 'Finance email',
    password: 'Current password',
    save: 'Save',
    invalidEmail: 'Please enter a valid email address.',
    invalidEmailFinance: 'Please enter a valid finance email address.',
    passwordRequired: 'Password is required.',
    sent: 'Request Sent: Please check your email to confirm the email change.',
    confirmMail: 'Confirm this email address',
    askedMail: 'A change of email was requested',
    changedMail: 'The email address was changed',
    pending: 'Changes that wait to be confirmed',
    resendTo: (address: string) => `Send again to ${address}`,
    cancelTo: (address: string) => `Cancel the change to ${address}`,
    cancelled: 'The change of email was cancelled',
    off: 'Off',
    turnOffQuestion: 'Turn this alert off?',
    turnOff: 'Turn off',
    threshold: 'Deposit Threshold Alert',
    bound: 'The threshold must be from 0 to Rp.1.000.000.000.000',
    saveFor: (type: string) => `Save ${type}`,
    saved: (type: string) => `Deposit threshold alert for wallet ${type} has been saved`,
    deducted: 'Level 2 deposits are automatically deducted with WHT 22.',
  },
  id: {
    profile: 'Profil',
    passwordSection: 'Ganti Kata Sandi',
    information: 'Informasi pribadi',
    username: 'Nama Pengguna',
    clientId: 'ID Klien',
    role: 'Peran',
    email: 'Email utama',
    emailFinance: 'Email keuangan',
    password: 'Kata sandi saat ini',
    save: 'Simpan',
    invalidEmail: 'Masukkan alamat email yang valid.',
    invalidEmailFinance: 'Masukkan alamat email keuangan yang valid.',
    passwordRequired: 'Kata sandi wajib diisi.',
    sent: 'Permintaan terkirim: Silakan periksa email Anda untuk mengonfirmasi perubahan email.',
    confirmMail: 'Konfirmasi alamat email ini',
    askedMail: 'Permintaan perubahan email',
    changedMail: 'Alamat email telah diubah',
    pending: 'Perubahan yang menunggu konfirmasi',
    resendTo: (address: string) => `Kirim lagi ke ${address}`,
    cancelTo: (address: string) => `Batalkan perubahan ke ${address}`,
    cancelled: 'Perubahan email dibatalkan',
    off: 'Nonaktif',
    turnOffQuestion: 'Nonaktifkan peringatan ini?',
    turnOff: 'Nonaktifkan',
    threshold: 'Peringatan Ambang Deposit',
    bound: 'Ambang batas harus dari 0 sampai Rp.1.000.000.000.000',
    saveFor: (type: string) => `Simpan ${type}`,
    saved: (type: string) => `Peringatan ambang deposit untuk dompet ${type} telah disimpan`,
    deducted: 'Deposit Level 2 otomatis dipotong PPh 22.',
  },
};

/** The client 1003 reads Indonesian, and so does its finance address, whoever asks for the change. */
const financeMails = { asked: textsIn.id.askedMail, confirm: textsIn.id.confirmMail };

const screen = (name: string, language: string) => `profile-${name}-${language}`;

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const formOf = (page: Page) => page.getByRole('form', { name: texts.information });

  test('changes the e-mail addresses once the links in the mails are confirmed @once', async ({
    page,
    staff,
    mailbox,
  }) => {
    const user = await staff.makeUser('1003');
    await signIn(page, user, 'profile');
    const form = formOf(page);
    await expect(form.getByLabel(texts.username)).toHaveValue(user.username);
    await expect(form.getByLabel(texts.username)).not.toBeEditable();
    await expect(form.getByLabel(texts.clientId)).toHaveValue('1003');
    await expect(form.getByLabel(texts.clientId)).not.toBeEditable();
    await expect(form.getByLabel(texts.role)).toHaveValue('Client Root');
    await expect(form.getByLabel(texts.role)).not.toBeEditable();
    const email = form.getByLabel(texts.email);
    const emailFinance = form.getByLabel(texts.emailFinance);
    const password = form.getByLabel(texts.password, { exact: true });
    await expect(email).toHaveValue(user.email);
    await expect(form.getByRole('button', { name: texts.save })).toBeDisabled();
    await expectPicture(page, 'profile-personal');

    const financeBefore = await emailFinance.inputValue();
    await email.fill('');
    await emailFinance.fill('billing@bahari');
    await form.getByRole('button', { name: texts.save }).click();
    await expect(form.getByText(texts.invalidEmail)).toBeVisible();
    await expect(form.getByText(texts.invalidEmailFinance)).toBeVisible();
    await expect(form.getByText(texts.passwordRequired)).toBeVisible();
    await expect(email).toBeFocused();
    await expectGoodLook(page, screen('personal-refused', language));
    // 254 characters, and one more.
    const longest = `${'a'.repeat(242)}@example.com`;
    await email.fill(`a${longest}`);
    await emailFinance.fill(longest);
    await form.getByRole('button', { name: texts.save }).click();
    await expect(form.getByText(texts.invalidEmail)).toBeVisible();
    await expect(form.getByText(texts.invalidEmailFinance)).toBeHidden();

    const newEmail = `new.${user.email}`;
    const newFinance = `finance.${user.email}`;
    await email.fill(newEmail);
    await emailFinance.fill(newFinance);
    await password.fill(user.password);
    await form.getByRole('button', { name: texts.save }).click();
    await expect(page.getByText(texts.sent)).toBeVisible();
    await expect(password).toHaveValue('');
    // Nothing changes before the links are confirmed.
    await expect(email).toHaveValue(user.email);
    await expect(emailFinance).toHaveValue(financeBefore);
    await expectGoodLook(page, screen('personal-sent', language));
    await mailbox.next(user.email, texts.askedMail);
    await mailbox.next(financeBefore, financeMails.asked);
    await mailbox.next(newEmail, texts.confirmMail);

    // A pending change is kept over a reload. Only the link of the second mail works; a cancelled change is removed.
    await page.reload();
    const pending = page.getByRole('list', { name: texts.pending });
    await expect(pending.getByRole('listitem')).toContainText([newEmail, newFinance]);
    await pending.getByRole('button', { name: texts.resendTo(newEmail) }).click();
    await expectSuccess(page, texts.sent);
    await pending.getByRole('button', { name: texts.cancelTo(newFinance) }).click();
    await expect(page.getByRole('heading', { name: texts.information })).toBeFocused();
    await expectSuccess(page, texts.cancelled);
    await expect(pending.getByRole('listitem')).toContainText([newEmail]);
    await expectGoodLook(page, screen('personal-pending', language));
    const result = await confirmLink(page, await mailbox.next(newEmail, texts.confirmMail));
    await expectGoodLook(result, screen('personal-confirmed', language));
    await mailbox.next(user.email, texts.changedMail);
    // After a reload the new address is shown, although users are cached for five minutes.
    await result.close();
    await page.getByRole('link', { name: texts.passwordSection }).click();
    await page.getByRole('link', { name: texts.profile, exact: true }).click();
    await expect(email).toHaveValue(newEmail);
    await expect(emailFinance).toHaveValue(financeBefore);
    await expect(pending).toBeHidden();
    await emailFinance.fill(newFinance);
    await password.fill(user.password);
    await form.getByRole('button', { name: texts.save }).click();
    await mailbox.next(newFinance, financeMails.confirm); // that of the change that was cancelled
    await (await confirmLink(page, await mailbox.next(newFinance, financeMails.confirm))).close();
    await page.reload();
    await expect(emailFinance).toHaveValue(newFinance);
    await expectGoodLook(page, screen('personal-changed', language));
  });

  test('keeps a threshold for each wallet @once', async ({ page, staff, quiet }) => {
    quiet.expectStatus(400);
    await signIn(page, await staff.makeUser('1001'), 'profile');
    const card = page.getByRole('region', { name: texts.threshold });
    await expect(card.getByRole('form')).toHaveCount(4);
    for (const type of ['Level 1', 'Level 2', 'Marketplace', 'Multibiller']) {
      await expect(card.getByLabel(`${texts.threshold} ${type}`)).toBeVisible();
    }
    await expect(card.getByText(texts.deducted)).toBeVisible();
    const field = card.getByLabel(`${texts.threshold} Level 2`);
    const save = card.getByRole('button', { name: texts.saveFor('Level 2') });
    await expect(save).toBeDisabled();
    // The other variant of this journey may have left its own.
    const amount = (await field.inputValue()) === '1.500.000' ? 2_250_000 : 1_500_000;
    const dotted = new Intl.NumberFormat('id-ID').format(amount);
    await field.fill('');
    await field.pressSequentially(String(amount));
    await expect(field).toHaveValue(dotted);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ minBalanceAlert: amount });
    await expect(page.getByText(texts.saved('Level 2'))).toBeVisible();
    await expect(save).toBeDisabled();
    await expectGoodLook(page, screen('threshold', language));
    await page.reload();
    await expect(field).toHaveValue(dotted);

    // More than the server accepts: it answers with the limit.
    await field.fill('1000000000001');
    await save.click();
    await expect(card.getByText(texts.bound)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(texts.bound);
    await expectGoodLook(page, screen('threshold-refused', language));

    // An empty field would turn the alert off, so it asks.
    await field.fill('');
    await save.click();
    const question = page.getByRole('dialog', { name: texts.turnOffQuestion });
    await expectGoodLook(page, screen('threshold-off', language));
    await question.getByRole('button', { name: texts.turnOff }).click();
    await expect(card.getByRole('form', { name: 'Level 2' }).getByText(texts.off, { exact: true })).toBeVisible();
    await expect(field).toHaveValue('');
  });
});
