import type { Page } from '@playwright/test';

import { accessTexts } from './support/access-texts.ts';
import { choosePassword, signInToChange } from './support/expired-password.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn } from './support/mailbox.ts';
import { expectSuccess } from './support/notices.ts';
import { sendSignIn, signIn, storedToken } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    title: 'User Management',
    you: 'You',
    add: 'Add User',
    username: 'Username',
    email: 'Email',
    invalidUsername: 'Username is not valid, minimum 2 characters, use . or _ instead of space',
    invalidEmail: 'Please enter valid email address',
    taken: 'This name is taken',
    added: "Credentials has been sent to user's email",
    mail: accessTexts.en.welcomeMail,
    serves: accessTexts.en.serves.first,
    remove: 'Delete',
    question: 'Delete this user?',
    cancel: 'Cancel',
    removed: (name: string) => `User with username ${name} has been deleted`,
    role: 'Client User',
    invited: 'Invited',
    active: 'Active',
    search: 'Search users',
    notFound: 'No user found',
    clearSearch: 'Clear search',
    unsaved: 'Leave without saving?',
    stay: 'Stay',
  },
  id: {
    title: 'Manajemen Pengguna',
    you: 'Anda',
    add: 'Tambah Pengguna',
    username: 'Nama Pengguna',
    email: 'Email',
    invalidUsername: 'Nama pengguna tidak valid, minimal 2 karakter, gunakan . atau _ sebagai ganti spasi',
    invalidEmail: 'Masukkan alamat email yang valid',
    taken: 'Nama ini sudah dipakai',
    added: 'Kredensial telah dikirim ke email pengguna',
    mail: accessTexts.id.welcomeMail,
    serves: accessTexts.id.serves.first,
    remove: 'Hapus',
    question: 'Hapus pengguna ini?',
    cancel: 'Batal',
    removed: (name: string) => `Pengguna dengan nama ${name} telah dihapus`,
    role: 'Client User',
    invited: 'Diundang',
    active: 'Aktif',
    search: 'Cari pengguna',
    notFound: 'Pengguna tidak ditemukan',
    clearSearch: 'Hapus pencarian',
    unsaved: 'Keluar tanpa menyimpan?',
    stay: 'Tetap di sini',
  },
};

const unusable = ['a', 'rina m', '.rina', 'rina_', 'rina..m', 'rina._m', 'r'.repeat(21)];

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];
  const listOf = (page: Page) => page.getByRole('region', { name: texts.title, exact: true });
  const rowOf = (page: Page, name: string) =>
    listOf(page)
      .getByRole(phone ? 'listitem' : 'row')
      .filter({ hasText: name });

  test('adds a user who gets credentials by mail and chooses a password first, and deletes one @once', async ({
    page,
    browser,
    program,
    quiet,
    staff,
    mailbox,
  }) => {
    quiet.expectStatus(409);
    const own = await staff.makeUser('1003');
    const name = `kasir.${own.username}`;
    const email = `${name}@example.com`;
    await signIn(page, own, 'profile/user-management');
    await expect(rowOf(page, own.email)).toContainText(texts.you);
    await expect(page.getByRole('button', { name: `${texts.remove} ${own.username}`, exact: true })).toHaveCount(0);
    await expectGoodLook(page, `profile-users-${language}`);

    await page.getByRole('button', { name: texts.add }).click();
    const dialog = page.getByRole('dialog', { name: texts.add });
    const username = dialog.getByLabel(texts.username);
    const add = dialog.getByRole('button', { name: texts.add });
    await expect(username).toBeFocused();
    await dialog.getByLabel(texts.email).fill('kasir@bahari');
    for (const wrong of unusable) {
      await username.fill(wrong);
      await add.click();
      await expect(dialog.getByText(texts.invalidUsername)).toBeVisible();
      await expect(username).toBeFocused();
    }
    await expect(dialog.getByText(texts.invalidEmail)).toBeVisible();
    await expectGoodLook(page, `profile-users-refused-${language}`);

    // Input is not lost by accident.
    await page.keyboard.press('Escape');
    const unsaved = page.getByRole('dialog', { name: texts.unsaved });
    await unsaved.getByRole('button', { name: texts.stay }).click();
    await expect(unsaved).toBeHidden();

    await username.fill(own.username);
    await dialog.getByLabel(texts.email).fill(email);
    await add.click();
    await expect(dialog.getByText(texts.taken)).toBeVisible();
    await expect(username).toBeFocused();
    await username.fill(name);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/user'));
    await add.click();
    expect((await sent).postDataJSON()).toEqual({ username: name, email, roleId: [8] });
    await expectSuccess(page, texts.added);
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, name)).toContainText(email);
    await expect(rowOf(page, name)).toContainText(texts.role);
    await expect(rowOf(page, name)).toContainText(texts.invited);
    await expectGoodLook(page, `profile-users-added-${language}`);

    // The one-time password of the mail opens a session that must change it at once. The user who added the account
    // does not learn it.
    const mail = await mailbox.next(email, texts.mail);
    const oneTime = codeIn(mail);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(name);
      expect(part).toContain(oneTime);
      expect(part).toContain(texts.serves);
    }
    const headers = { Authorization: `Bearer ${await storedToken(page)}` };
    expect(await (await page.request.get('/v1/user/list', { headers })).text()).not.toContain(oneTime);
    const theirs = await browser.newContext({ baseURL: program.dashboard });
    const other = await theirs.newPage();
    const added = { clientId: '1003', username: name, fullName: name };
    await signInToChange(other, added, oneTime, accessTexts.en);
    const ownPassword = 'Kuda-Terbang-7';
    await choosePassword(other, ownPassword, accessTexts.en);
    await sendSignIn(other, added, oneTime);
    await expect(other.getByRole('alert').last()).toBeVisible();
    await expect(other).toHaveURL(/\/external\/login$/u);
    await sendSignIn(other, added, ownPassword);
    await expect(other).toHaveURL(/\/external\/orders\?/u);
    await theirs.close();

    // A part of the e-mail address finds the user, in upper or lower case. The search is kept over a reload, which
    // shows the new state.
    await page.getByRole('searchbox', { name: texts.search }).fill(email.toUpperCase().slice(2));
    await expect(page).toHaveURL((url) => url.searchParams.get('query') === email.toUpperCase().slice(2));
    await expect(rowOf(page, own.email)).toBeHidden();
    await page.reload();
    await expect(rowOf(page, name)).toContainText(texts.active);

    const remove = page.getByRole('button', { name: `${texts.remove} ${name}`, exact: true });
    await remove.click();
    const question = page.getByRole('dialog', { name: texts.question });
    await expect(question).toContainText(name);
    await expectGoodLook(page, `profile-users-question-${language}`);
    await question.getByRole('button', { name: texts.cancel }).click();
    await expect(question).toBeHidden();
    await expect(remove).toBeFocused();
    await remove.click();
    await question.getByRole('button', { name: texts.remove, exact: true }).click();
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: texts.title })).toBeFocused();
    await expectSuccess(page, texts.removed(name));
    await expect(page.getByRole('heading', { name: texts.notFound })).toBeVisible();
    await expectGoodLook(page, `profile-users-not-found-${language}`);
    await page.getByRole('button', { name: texts.clearSearch }).click();
    await expect(rowOf(page, own.email)).toContainText(texts.you);
  });
});
